/**
 * Shapes from public questions about broadcasting, with the accepted answers: the first fix must be that
 * answer, a wrong size must be reported as wrong, and ambiguous shapes must have a warning. The sources are
 * Stack Overflow (SO) by number, and frequent kinds of questions.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { shapesIn } from '../oracle/notation.mjs';
import { sameList } from './support.mjs';

const sc = await load();

/** The operands, the changed operand, and its new shape. */
const answered = [
  ['SO 75959795, a weight for each pixel', '(128,8) + (128,8,32,32,32)', 0, [128, 8, 1, 1, 1]],
  ['a weight for each image', '(32,3,28,28) + (32)', 1, [32, 1, 1, 1]],
  ['a weight for each volume', '(4,1,16,64,64) + (4)', 1, [4, 1, 1, 1, 1]],
  ['a row for each of a batch', '(6,4) + (10,4)', 1, [10, 1, 4]],
  ['SO 16202348, rows divided by their sums', '(3,2) + (3)', 1, [3, 1]],
  ['SO 38947926, a reference for each row', '(20,30) + (20)', 1, [20, 1]],
  ['the sums of the last axis', '(2,2,5) + (2,2)', 1, [2, 2, 1]],
  ['the sums of the middle axis', '(2,3,5) + (2,5)', 1, [2, 1, 5]],
  ['the mean of each sample', '(64,100,12) + (64)', 1, [64, 1, 1]],
  ['the mean of each time step', '(64,100,12) + (100)', 1, [100, 1]],
  ['the mean of each sample and step', '(64,100,12) + (64,100)', 1, [64, 100, 1]],
  ['the vector first', '(3) + (3,4)', 0, [3, 1]],
  ['a vector before a matrix of outputs', '(3) + (3,2)', 0, [3, 1]],
  ['a mean for each channel, channels first', '(8,3,224,224) + (3)', 1, [3, 1, 1]],
  ['a mean for each channel of one image', '(3,224,224) + (3)', 1, [3, 1, 1]],
  ['a mean shaped for channels first, on channels last', '(28,28,3) + (3,1,1)', 1, [3]],
  ['the same with a batch axis', '(28,28,3) + (1,3,1,1)', 1, [3]],
  ['a mean shaped for channels last, on channels first', '(3,28,28) + (1,1,3)', 1, [3, 1, 1]],
  ['a bias of a convolution', '(32,64,56,56) + (64)', 1, [64, 1, 1]],
  ['a mask of an image', '(480,640,3) + (480,640)', 1, [480, 640, 1]],
  ['a mask before its image', '(480,640) + (480,640,3)', 0, [480, 640, 1]],
  ['a depth map for a batch of images', '(5,480,640,3) + (480,640)', 1, [480, 640, 1]],
  ['a mask for each image of a batch', '(5,480,640,3) + (5,480,640)', 1, [5, 480, 640, 1]],
  ['a mask for images with channels first', '(5,3,480,640) + (5,480,640)', 1, [5, 1, 480, 640]],
  ['a padding mask of attention', '(8,12,128,128) + (8,128)', 1, [8, 1, 1, 128]],
  ['a padding mask of cross attention', '(8,12,64,128) + (8,128)', 1, [8, 1, 1, 128]],
  ['a mask of attention without heads', '(8,12,64,128) + (8,64,128)', 1, [8, 1, 64, 128]],
  ['a slope for each head', '(8,12,128,128) + (12)', 1, [12, 1, 1]],
  ['a weight for each head of a sample', '(8,12,64,32) + (8,12)', 1, [8, 12, 1, 1]],
  ['a weight for each token', '(8,128,768) + (8,128)', 1, [8, 128, 1]],
  ['a time embedding for feature maps', '(16,320,32,32) + (16,320)', 1, [16, 320, 1, 1]],
  ['a style for each channel', '(16,320,32,32) + (320)', 1, [320, 1, 1]],
  ['a gate of squeeze and excitation', '(4,64,7,9) + (4,64)', 1, [4, 64, 1, 1]],
  ['a window for frames', '(1,100,400) + (100)', 1, [100, 1]],
  ['a sample rate for each signal', '(16,2,44100) + (16)', 1, [16, 1, 1]],
  ['latitudes of a grid', '(365,180,360) + (180)', 1, [180, 1]],
  ['days of a grid', '(365,180,360) + (365)', 1, [365, 1, 1]],
  ['wavelengths of a cube', '(30,512,640) + (30)', 1, [30, 1, 1]],
  ['a quaternion for each of its points', '(50,7,4) + (50,4)', 1, [50, 1, 4]],
  ['images with channels last and first', '(3,224,224) + (224,224,3)', 1, [3, 224, 224]],
  ['a matrix and its transpose', '(2,3) + (3,2)', 1, [2, 3]],
  ['a row that should be a column', '(5,3) + (1,5)', 1, [5, 1]],
  ['a column that should be a row', '(3,5) + (5,1)', 1, [5]],
  ['a flat list of the elements', '(2,2) + (4)', 1, [2, 2]],
];

/** Shapes without a fix, and the hint, if there is one. */
const wrong = [
  ['(88,23) + (88,24)', 'off by one?'],
  ['(3) + (4)', 'off by one?'],
  ['(891,11) + (891,12)', 'off by one?'],
  ['(100) + (99)', 'off by one?'],
  ['(27,27) + (28,28)', 'off by one?'],
  ['(68) + (70)'],
  ['(32,10) + (28,10)'],
  ['(1000) + (784)'],
  ['(8,40,40) + (8,38,38)'],
  ['(4,256,256) + (3,1,1)', 'RGBA?'],
  ['(256,256,4) + (256,256,3)', 'RGBA?'],
  ['(256,256,4) + (3)', 'RGBA?'],
  ['(1,4,512,512) + (1,3,512,512)', 'RGBA?'],
];

/** Shapes that are compatible, but fit other axes too. */
const traps = [
  ['SO 19602187 and 8904694', '(3,3) + (3)', [3, 1]],
  ['SO 57122270', '(3,3,3) + (3,3)', [3, 3, 1]],
  ['a mask of squares', '(10,10,5) + (10,5)', [10, 1, 5]],
  ['as many samples as tokens', '(8,8,64) + (8,64)', [8, 1, 64]],
  ['as many steps as features', '(2,7,7) + (7)', [7, 1]],
  ['the square last', '(3) + (3,3)', [3, 1]],
];

/** Matrices that can be multiplied, and the shape of the product. */
const products = [
  ['(97,2) + (2,1)', [97, 1]],
  ['(4,3) + (3,5)', [4, 5]],
  ['(10,120,180,30) + (30,64)', [10, 120, 180, 64]],
  ['(10,120,180,30) + (64,30)', [10, 120, 180, 64]],
  ['(32,784) + (10,784)', [32, 10]],
  ['(8,12,64,32) + (8,12,32,64)', [8, 12, 64, 64]],
];

describe('the accepted answer is the first fix', () => {
  for (const [title, operands, operand, shape] of answered)
    it(`${operands}: ${title}`, () => {
      const { ok, fixes, text } = sc.align(shapesIn(operands));
      assert.equal(ok, false);
      assert.deepEqual([fixes[0].operand, fixes[0].shape], [operand, shape], text);
    });
});

describe('a size that is wrong is called wrong, and nothing else is advised', () => {
  for (const [operands, hint] of wrong)
    it(operands, () => {
      const shapes = shapesIn(operands);
      const { text } = sc.align(shapes);
      const said = hint ? ` \\(${hint.replace('?', '\\?')}\\)` : '';
      // For vectors, the page's specification names all pairs in brackets.
      const pairs = shapes.every(({ length }) => length === 1)
        ? ` \\(For all ${shapes[0]}×${shapes[1]} pairs, make A \\(${shapes[0]},1\\)\\.\\)`
        : '';
      const wanted = `No reshape pairs \\d+ numbers with \\d+\\. Check the sizes${said}\\.${pairs}$`;
      assert.match(text, new RegExp(wanted));
      assert.doesNotMatch(text, /fix|Reshape|reshape [AB]|outer product/);
    });
});

describe('shapes that fit other axes too', () => {
  for (const [title, operands, shape] of traps)
    it(`${operands}: ${title}`, () => {
      const { ok, warnings } = sc.align(shapesIn(operands));
      assert.equal(ok, true);
      const warning = warnings.find(({ code }) => code === 'square_trap');
      assert.ok(warning?.text.includes(`(${shape})`), warning?.text);
      assert.ok(warning.fixes.some((fix) => sameList(fix.shape, shape)));
    });
  for (const operands of ['(32,3,3) + (3,3)', '(3,3) + (3,1)', '(3,3) + (1,3)', '(4,3) + (3)'])
    it(`${operands}: one way only`, () => {
      const { warnings } = sc.align(shapesIn(operands));
      assert.ok(!warnings.some(({ code }) => code === 'square_trap'));
    });
});

describe('shapes that multiply', () => {
  for (const [operands, shape] of products)
    it(operands, () => {
      const { text, fixes } = sc.align(shapesIn(operands));
      assert.ok(text.includes(`matMul gives (${shape})`), text);
      assert.ok(fixes.every(({ kind }) => kind !== 'matMul'));
    });
});

/** The only possible axes of B in A, computed here. */
describe('every choice of axes, of sizes that differ', () => {
  const sizes = [2, 3, 5, 7, 11, 13];
  const chosen = (whole, mask) => whole.filter((_, axis) => mask & (1 << axis));
  /** 1s for the axes after the first chosen one that are not chosen. */
  const placed = (whole, mask) => {
    const shape = whole.map((size, axis) => (mask & (1 << axis) ? size : 1));
    return shape.slice(shape.findIndex((size) => size !== 1));
  };

  it('has its one placing as the first fix: 198 of 198', () => {
    const missed = [];
    let count = 0;
    for (let rank = 1; rank <= 6; rank++) {
      const whole = sizes.slice(0, rank);
      for (let mask = 1; mask < 1 << rank; mask++) {
        const part = chosen(whole, mask);
        const wanted = placed(whole, mask);
        if (sameList(part, wanted)) continue;
        for (const operand of [0, 1]) {
          const pair = operand === 0 ? [part, whole] : [whole, part];
          const [fix] = sc.align(pair).fixes;
          count += 1;
          if (fix?.operand !== operand || !sameList(fix.shape, wanted)) missed.push([pair, fix]);
        }
        const [oneWay] = sc.align([whole, part], { rule: 'unidirectional' }).fixes;
        if (oneWay?.operand !== 1 || !sameList(oneWay.shape, wanted)) missed.push([whole, part]);
        const [expanded] = sc.align([part, whole], { rule: 'expand' }).fixes;
        if (expanded?.operand !== 0 || !sameList(expanded.shape, wanted)) missed.push(part);
      }
    }
    assert.equal(count, 198);
    assert.deepEqual(missed, []);
  });

  it('has it under the ncnn rule, which counts from the other end', () => {
    const missed = [];
    for (let rank = 2; rank <= 4; rank++) {
      const whole = sizes.slice(0, rank);
      for (let mask = 1; mask < 1 << rank; mask++) {
        const part = chosen(whole, mask);
        const pair = [whole, part];
        if (sc.align(pair, { rule: 'ncnn' }).ok) continue;
        const [fix] = sc.align(pair, { rule: 'ncnn' }).fixes;
        const full = whole.map((size, axis) => (mask & (1 << axis) ? size : 1));
        // ncnn puts 1s on the inner axes, which it writes first.
        const found = [...Array(rank - (fix?.shape.length ?? 0)).fill(1), ...(fix?.shape ?? [])];
        if (fix?.operand !== 1 || !sameList(found, full)) missed.push([pair, fix]);
      }
    }
    assert.deepEqual(missed, []);
  });
});
