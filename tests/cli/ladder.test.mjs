/** The output of `simdcast align`, word for word. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { align, simdcast } from './support.mjs';

/** @type {{line: string, status: number, text: string}[]} */
const cases = [
  {
    line: '2x3x4 3x1 --rule ncnn',
    status: 0,
    text: `
axis       0 w  1 h  2 c
from end    -3   -2   -1
A            2    3    4
B         ·1→2    3  1→4
result       2    3    4

✓ [2,3,4] and [3,1] fit by ncnn's rule: the result is [2,3,4].

A has shape [2,3,4]: 24 numbers.
B has shape [3,1]: 3 numbers.
ncnn's rule puts B on the outer axes. It has no axis 0, so it counts as [1,3,1].
Axis 0 (w): A has 2, B has none and counts as 1, so B is used 2 times.
Axis 1 (h): 3 and 3. They pair up.
Axis 2 (c): A has 4, B has 1, so B is used 4 times.
Result: [2,3,4]. 24 numbers, computed from 27.
As float32: 108 bytes stored, 192 if copied, 96 for the result.
`,
  },
  {
    line: '3,4 3',
    status: 1,
    text: `
axis         0           1
from end    -2          -1
A            3           4
B         ·1→3           3
result       3  ✗ conflict

✗ A (3,4) and B (3,) don't fit. Last axis: A has 4, B has 3. Sizes must match,
  or one must be 1. Likely fix: reshape B to (3,1), which gives (3,4).

A has shape (3,4): 12 numbers.
B has shape (3,): 3 numbers.
Line them up on the right. B has no axis 0, so it counts as (1,3).
Axis 1: A has 4, B has 3. They differ, and neither is 1.
Axis 0: A has 3, B has none and counts as 1, so B is used 3 times.
As float32: 60 bytes stored.

Repairs
  • Reshape B to (3,1), which gives (3,4).
  • Transpose A to (4,3), which gives (4,3).
  • Reshape A to (3,4,1), which gives (3,4,3), an outer product.
  • Reshape B to (3,1,1), which gives (3,3,4), an outer product.
`,
  },
  {
    line: '1 3 --rule unidirectional',
    status: 1,
    text: `
axis              0
from end         -1
A                 1
B                 3
result    ⊘ refused

✗ A (1,) and B (3,) don't fit by ONNX's one-way rule. Last axis: A has 1, B has
  3. A is never stretched. Likely fix: swap A and B, which gives (3,).

A has shape (1,): 1 number.
B has shape (3,): 3 numbers.
Axis 0: A has 1, B has 3. Not allowed: A is never stretched.
As float32: 16 bytes stored.

Repairs
  • Swap A and B, which gives (3,).
`,
  },
  {
    line: '7x1x2x3 5x3x4 --rule matMul',
    status: 0,
    text: `
axis         0    1   2 m     3 k   4 n
from end    -5   -4    -3      -2    -1
A            7  1→5     2       3  ·1→4
B         ·1→7    5  ·1→2       3     4
result       7    5     2  summed     4

✓ (7,1,2,3) times (5,3,4) gives (7,5,2,4).

A has shape (7,1,2,3): 42 numbers.
B has shape (5,3,4): 60 numbers.
A has no axis 4, so it counts as (7,1,2,3,1).
B has no axes 0 and 2, so it counts as (1,5,1,3,4).
Axis 4 (n): A has none and counts as 1, B has 4, so A is used 4 times.
Axis 3 (k): 3 and 3. The products are summed along it, and the result has no
  such axis.
Axis 2 (m): A has 2, B has none and counts as 1, so B is used 2 times.
Batch axis 1: A has 1, B has 5, so A is used 5 times.
Batch axis 0: A has 7, B has none and counts as 1, so B is used 7 times.
Result: (7,5,2,4). 280 numbers, computed from 102.
As float32: 408 bytes stored, 6,720 if copied, 1,120 for the result.
`,
  },
  {
    line: '77x1 77 --type float64',
    status: 0,
    text: `
axis          0     1
from end     -2    -1
A            77  1→77
B         ·1→77    77
result       77    77

✓ (77,1) and (77,) fit: the result is (77,77).

A has shape (77,1): 77 numbers.
B has shape (77,): 77 numbers.
Line them up on the right. B has no axis 0, so it counts as (1,77).
Axis 1: A has 1, B has 77, so A is used 77 times.
Axis 0: A has 77, B has none and counts as 1, so B is used 77 times.
Result: (77,77). 5,929 numbers, computed from 154.
As float64: 1,232 bytes stored, 94,864 if copied, 47,432 for the result.

Warnings
  ⚠ This compares all pairs: 77 × 77 = 5,929 results, not 77.
`,
  },
  {
    line: '2x3x4x5 3x4 --rule legacy --axis 7',
    status: 1,
    text: `
✗ A (2,3,4,5) and B (3,4) don't fit by ONNX's rule up to opset 6 with axis=7.
  axis=7 leaves no room for B, which can start at axis 0 to 2. Likely fix: set
  axis=1, which gives (2,3,4,5).

A has shape (2,3,4,5): 120 numbers.
B has shape (3,4): 12 numbers.
axis=7 leaves no room for B, which can start at axis 0 to 2.
As float32: 528 bytes stored.

Repairs
  • Set axis=1, which gives (2,3,4,5).
`,
  },
  {
    line: 'scalar ()',
    status: 0,
    text: `
✓ () and () fit: the result is ().

A has shape (): 1 number.
B has shape (): 1 number.
Result: (). 1 number, computed from 2.
As float32: 8 bytes stored, 8 if copied, 4 for the result.
`,
  },
  {
    line: '2,1 1,0 --ascii',
    status: 0,
    text: `
axis         0     1
from end    -2    -1
A            2  1->0
B         1->2     0
result       2     0

ok: (2,1) and (1,0) fit: the result is (2,0).

A has shape (2,1): 2 numbers.
B has shape (1,0): 0 numbers.
Axis 1: A has 1, B has 0, so the result has 0.
Axis 0: A has 2, B has 1, so B is used 2 times.
Result: (2,0). 0 numbers, computed from 2.
As float32: 8 bytes stored, 0 if copied, 0 for the result.
`,
  },
];

describe('simdcast align', () => {
  for (const { line, status, text } of cases)
    it(line, async () => {
      const run = await align(line);
      assert.equal(run.stdout, text.slice(1));
      assert.equal(run.stderr, '');
      assert.equal(run.status, status);
    });

  it('stays within 80 columns, and puts the axes that do not fit below', async () => {
    const { stdout } = await align(`${'1x'.repeat(15)}1 ${'1000x1x1x'.repeat(5)}1`);
    const lines = stdout.split('\n');
    assert.ok(lines.every((line) => line.length <= 80));
    const heads = lines.filter((line) => line.startsWith('axis '));
    assert.deepEqual(
      heads.join(' ').match(/\d+/g),
      Array.from({ length: 16 }, (_, axis) => `${axis}`),
    );
    assert.ok(heads.length > 1);
  });

  it('shows the letters of every rank of ncnn', async () => {
    for (const [shape, letters] of [
      ['2', 'w'],
      ['2x3', 'wh'],
      ['2x3x4', 'whc'],
      ['2x3x4x5', 'whdc'],
    ]) {
      const { stdout } = await align(`${shape} ${shape} --rule ncnn`);
      assert.equal((stdout.split('\n')[0].match(/[whdc]\b/g) ?? []).join(''), letters);
    }
  });

  it('reads every spelling of a shape alike', async () => {
    const spellings = ['2x3x4', '2×3×4', '2X3X4', '2,3,4', '2, 3, 4', '(2,3,4)', '(2, 3, 4,)'];
    const [first, ...others] = await Promise.all(
      [...spellings, '[2,3,4]', ' [ 2 , 3 , 4 ] '].map((shape) => simdcast(['align', shape])),
    );
    assert.match(first.stdout, /A has shape \(2,3,4\)/);
    for (const other of others) assert.deepEqual(other, first);
  });
});
