import assert from 'node:assert/strict';

/** Every tag closed in order, every attribute quoted, no bare & or <. */
export function assertWellFormed(xml) {
  const open = [];
  let rest = 0;
  for (const tag of xml.matchAll(/<(\/?)([a-z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>/gi)) {
    assert.doesNotMatch(xml.slice(rest, tag.index), /[<>]|&(?!(amp|lt|gt|quot);)/);
    rest = tag.index + tag[0].length;
    if (tag[1]) assert.equal(open.pop(), tag[2]);
    else if (!tag[4]) open.push(tag[2]);
  }
  assert.equal(xml.slice(rest).trim(), '');
  assert.deepEqual(open, []);
}
