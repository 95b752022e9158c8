/** The page's golden table and presets, against the engine. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { golden, presets } from '../oracle/golden.mjs';
import { shapesIn } from '../oracle/notation.mjs';

const sc = await load();
const named = ['outer_product', 'square_trap', 'big_result'];

function checkCell({ shapes, options, shape, aligned }) {
  const trace = sc.align(shapes, options);
  if (shape === null) {
    assert.equal(trace.ok, false);
    assert.equal(trace.outputShape, undefined);
    assert.throws(() => sc.broadcastShapes(shapes, options), { code: trace.error.code });
    return;
  }
  assert.equal(trace.ok, true, trace.text);
  assert.deepEqual(trace.outputShape, shape);
  assert.deepEqual(sc.broadcastShapes(shapes, options), shape);
  if (aligned)
    assert.deepEqual(
      trace.operands.map((operand) => operand.aligned),
      aligned,
    );
}

describe('the golden table', () => {
  for (const row of golden) {
    for (const cell of row.cells) {
      it(`${row.operands}, ${cell.title}`, () => checkCell(cell));
    }
  }
});

describe('the presets', () => {
  for (const preset of presets) {
    for (const cell of preset.cells) {
      it(`${preset.id} ${preset.operands}, ${cell.title}`, () => checkCell(cell));
    }
    if (preset.warnings) {
      it(`${preset.id} warns of ${preset.warnings.join(' and ') || 'nothing'}`, () => {
        const codes = sc.align(preset.shapes).warnings.map((warning) => warning.code);
        assert.deepEqual(
          codes.filter((code) => named.includes(code)).sort(),
          [...preset.warnings].sort(),
        );
      });
    }
  }
});

describe('the result of ncnn itself (demo 7.7, W4)', () => {
  it('P13 has 197, 768, 768', () => {
    const trace = sc.align(shapesIn('(768,197) + (768,197,1)'), { rule: 'ncnn' });
    const warning = trace.warnings.find(({ code }) => code === 'ncnn_unchecked');
    assert.ok(warning, 'no ncnn_unchecked warning');
    const inNcnnOrder = /768\D{1,2}768\D{1,2}197/.test(warning.text);
    const outermostFirst = /197\D{1,2}768\D{1,2}768/.test(warning.text);
    assert.ok(inNcnnOrder || outermostFirst, warning.text);
  });
  it('a legal ncnn pair has no such warning', () => {
    const trace = sc.align(shapesIn('(4,3) + (3)'), { rule: 'ncnn' });
    assert.ok(!trace.warnings.some(({ code }) => code === 'ncnn_unchecked'));
  });
});

describe('memory of the presets (demo 7.12)', () => {
  const table = [
    ['P03', shapesIn('(4,1) + (3)'), { stored: 28, ifCopied: 96, output: 48 }],
    ['P05', shapesIn('(256,256,3) + (3)'), { stored: 786444, ifCopied: 1572864, output: 786432 }],
    ['P21', shapesIn('(60000,1) + (60000)'), { stored: 480000, ifCopied: 28.8e9, output: 14.4e9 }],
  ];
  for (const [id, shapes, memory] of table) {
    it(id, () => assert.deepEqual(sc.align(shapes).memory, memory));
  }
});

describe('rank change (W3) and big result (W5)', () => {
  const codes = (shapes) => sc.align(shapes).warnings.map((warning) => warning.code);
  it('ranks differ', () => assert.ok(codes(shapesIn('(4,3) + (3)')).includes('rank_change')));
  it('ranks agree', () => assert.ok(!codes(shapesIn('(4,3) + (1,3)')).includes('rank_change')));
  it('more than 100 MB', () =>
    assert.deepEqual(codes(shapesIn('(6000,6000) + (1,1)')), ['big_result']));
  it('less than 100 MB', () => assert.deepEqual(codes(shapesIn('(4000,4000) + (1,1)')), []));
  it('more than a thousand times the stored elements', () => {
    assert.deepEqual(codes(shapesIn('(2000,1) + (1,3000)')), ['big_result']);
    assert.deepEqual(codes(shapesIn('(1000,1) + (1,1001)')), []);
  });
});
