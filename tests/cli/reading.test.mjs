/** Arguments of `simdcast align` other than one shape each: everything that the page's field accepts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { simdcast } from './support.mjs';

const shapesOf = async (...args) => {
  const { stdout, stderr } = await simdcast(['align', ...args, '--json']);
  assert.equal(stderr, '');
  const { operands, rule } = JSON.parse(stdout);
  return [...operands.map(({ shape }) => shape), ...(rule === 'multidirectional' ? [] : [rule])];
};

const texts = [
  ['(3, 4) (3,)', [3, 4], [3]],
  ['(3,4) and (3,)', [3, 4], [3]],
  ['3x4 + 3', [3, 4], [3]],
  ['a.shape=(3,4), b.shape=(3,)', [3, 4], [3]],
  ['torch.Size([64, 1]) torch.Size([64])', [64, 1], [64]],
  ['operands could not be broadcast together with shapes (8,4,3) (2,1) ', [8, 4, 3], [2, 1]],
  ['Incompatible shapes: [32,10] vs. [32,1,10] [Op:Sub]', [32, 10], [32, 1, 10]],
  ['add got incompatible shapes for broadcasting: (3, 4), (3,).', [3, 4], [3]],
  [
    'Using a target size (torch.Size([64])) that is different to the input size (torch.Size([64, 1]))',
    [64, 1],
    [64],
  ],
  [
    'could not broadcast input array from shape (3,) into shape (2,2)',
    [2, 2],
    [3],
    'unidirectional',
  ],
];

describe('simdcast align reads', () => {
  for (const [text, ...expected] of texts)
    it(text, async () => assert.deepEqual(await shapesOf(text), expected));

  it('symbolic sizes, which it replaces with a note', async () => {
    assert.deepEqual(await shapesOf('2xN', '3'), [[2, 3], [3]]);
    assert.deepEqual(await shapesOf('Nx3x224x224', '(3,)'), [[2, 3, 224, 224], [3]]);
    const { stdout } = await simdcast(['align', '(N,4)', '4']);
    assert.match(stdout, /^Symbolic sizes are replaced by numbers: \(\d+,4\) \(4,\)\./);
  });

  it('one shape for each argument as ever', async () => {
    assert.deepEqual(await shapesOf('2x3x4', '(3,1)', '[4]', 'scalar'), [
      [2, 3, 4],
      [3, 1],
      [4],
      [],
    ]);
    assert.deepEqual(await shapesOf('(3,4)'), [[3, 4]]);
  });
});
