import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillCase, flatTwin, listCases } from './cases.mjs';

/** NumPy's rule, from its manual: right-aligned, equal or 1. */
function broadcast(shapes) {
  const rank = Math.max(...shapes.map((shape) => shape.length));
  return Array.from({ length: rank }, (_, axis) => {
    const sizes = shapes.map((shape) => shape[axis - rank + shape.length] ?? 1);
    const wide = sizes.filter((size) => size !== 1);
    assert.ok(new Set(wide).size <= 1, `sizes ${sizes} on axis ${axis}`);
    return wide[0] ?? 1;
  });
}

test('ids are unique', () => {
  for (const extent of ['quick', 'normal', 'full']) {
    const ids = listCases(extent).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, extent);
  }
});

test('no work is measured twice', () => {
  for (const extent of ['quick', 'normal', 'full']) {
    const works = listCases(extent).map(({ nodes, operands, mode, label }) => ({
      work: JSON.stringify([nodes, operands, mode]),
      words: `${label} ${mode}`,
    }));
    for (const key of ['work', 'words'])
      assert.equal(new Set(works.map((one) => one[key])).size, works.length, `${extent}, ${key}`);
  }
});

test('a new result and `out`, resident tensors and arrays are cases of their own', () => {
  const all = listCases('normal').map(({ id }) => id);
  for (const mode of ['resident', 'resident-out', 'arrays', 'arrays-out'])
    assert.ok(all.includes(`frame/normalise/float32/1080p/${mode}`), mode);
});

test('the output of an element-wise case is the broadcast of its operands', () => {
  const cases = listCases('full').filter(
    ({ op, section }) =>
      !['axes', 'tasks'].includes(section) && !['Gemm', 'MatMul', 'Expand'].includes(op),
  );
  assert.ok(cases.length > 1000);
  for (const { id, operands, output } of cases) {
    assert.deepEqual(broadcast(operands.map(({ dims }) => dims)), output.dims, id);
  }
});

test('bytes count every operand and the result once', () => {
  const find = (id) => listCases('normal').find((description) => description.id === id);
  const row = find('layouts/Add/float32/1M/row/resident');
  assert.equal(row.readBytes, 4 * (1048576 + 1024));
  assert.equal(row.writeBytes, 4 * 1048576);
  const equal = find('operators/Equal/float32/1M/same/resident');
  assert.equal(equal.readBytes, 8 * 1048576);
  assert.equal(equal.writeBytes, 1048576);
  const gemm = find('gemm/Gemm/float32/64x64x64/resident');
  assert.equal(gemm.flops, 2 * 64 ** 3);
});

test('the quick list is a small part, of the same sections', () => {
  const sectionsOf = (extent) => [...new Set(listCases(extent).map(({ section }) => section))];
  assert.deepEqual(sectionsOf('quick'), sectionsOf('normal'));
  assert.ok(listCases('quick').length * 2 < listCases('normal').length);
});

test('a flat twin moves as many bytes, but for the rest of a division', () => {
  for (const description of listCases('normal').filter(({ flat }) => flat)) {
    const twin = flatTwin(description);
    const bytes = description.readBytes + description.writeBytes;
    const own = twin.readBytes + twin.writeBytes;
    assert.ok(own <= bytes && bytes - own < 32, description.id);
    for (const { dims } of twin.operands) assert.deepEqual(dims, [twin.elements]);
  }
});

test('operands are filled with as many elements as their shape has', () => {
  const [description] = listCases('quick');
  const { operands } = fillCase(description, 1);
  for (const { data, dims } of operands) assert.equal(data.length, dims[0] * dims[1]);
  assert.notDeepEqual(operands[0].data.slice(0, 8), operands[1].data.slice(0, 8));
});
