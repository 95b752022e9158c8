/** What `simdcast align` prints, word for word. */
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

✓ A [2,3,4] and B [3,1] give [2,3,4] under ncnn.

A is [2,3,4]: rank 3, 24 elements.
B is [3,1]: rank 2, 3 elements.
ncnn puts B on the outer axes: it has no axis 0, so it is read as [1,3,1].
Axis 0 (w): A has 2 and B has an added 1, so B is reused 2 times.
Axis 1 (h): A has 3 and B has 3.
Axis 2 (c): A has 4 and B has 1, so B is reused 4 times.
The result is [2,3,4]: 24 elements from 27 stored.
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

✗ cannot broadcast A (3,4) with B (3) under multidirectional: axis 1 has 4 in A
  and 3 in B. B as (3,1) would give (3,4).

A is (3,4): rank 2, 12 elements.
B is (3): rank 1, 3 elements.
Line them up from the right: B has no axis 0, so it is read as (1,3).
Axis 1 (-1): A has 4 and B has 3. They differ, and neither is 1.
Axis 0 (-2): A has 3 and B has an added 1, so B is reused 3 times.
As float32: 60 bytes stored.

Repairs
  • B as (3,1) would give (3,4).
  • A transposed to (4,3) would give (4,3).
  • A as (3,4,1) would give (3,4,3), an outer product.
  • A as (3,1,4,1) would give (3,1,4,3), an outer product.
  • A as (3,4,1,1) would give (3,4,1,3), an outer product.
  • B as (3,1,1) would give (3,3,4), an outer product.
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

✗ cannot broadcast A (1) with B (3) under unidirectional: axis 0 has 1 in A and
  3 in B, and unidirectional never stretches A. A and B swapped would give (3).

A is (1): rank 1, 1 element.
B is (3): rank 1, 3 elements.
Axis 0 (-1): A has 1 and B has 3. Not allowed: unidirectional never stretches A.
As float32: 16 bytes stored.

Repairs
  • A and B swapped would give (3).
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

✓ A (7,1,2,3) and B (5,3,4) give (7,5,2,4) under matMul.

A is (7,1,2,3): rank 4, 42 elements.
B is (5,3,4): rank 3, 60 elements.
A has no axis 4, so it is read as (7,1,2,3,1).
B has no axes 0 and 2, so it is read as (1,5,1,3,4).
Axis 4 (n): A has an added 1 and B has 4, so A is reused 4 times.
Axis 3 (k): A has 3 and B has 3: multiplied and summed, so that the result has
  no such axis.
Axis 2 (m): A has 2 and B has an added 1, so B is reused 2 times.
Batch axis 1 (-4): A has 1 and B has 5, so A is reused 5 times.
Batch axis 0 (-5): A has 7 and B has an added 1, so B is reused 7 times.
The result is (7,5,2,4): 280 elements from 102 stored.
As float32: 408 bytes stored, 6720 if copied, 1120 for the result.
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

✓ A (77,1) and B (77) give (77,77) under multidirectional.

A is (77,1): rank 2, 77 elements.
B is (77): rank 1, 77 elements.
Line them up from the right: B has no axis 0, so it is read as (1,77).
Axis 1 (-1): A has 1 and B has 77, so A is reused 77 times.
Axis 0 (-2): A has 77 and B has an added 1, so B is reused 77 times.
The result is (77,77): 5,929 elements from 154 stored.
As float64: 1232 bytes stored, 94864 if copied, 47432 for the result.

Warnings
  ⚠ Legal, but this makes every pair: (77,77). For element by element, give A
    and B the same shape.
`,
  },
  {
    line: '2x3x4x5 3x4 --rule legacy --axis 7',
    status: 1,
    text: `
✗ cannot broadcast A (2,3,4,5) with B (3,4) under legacy with axis=7: axis=7
  leaves no room for B, whose first axis can be 0 to 2. axis=1 would give
  (2,3,4,5).

A is (2,3,4,5): rank 4, 120 elements.
B is (3,4): rank 2, 12 elements.
Not possible: axis=7 leaves no room for B, whose first axis can be 0 to 2.
As float32: 528 bytes stored.

Repairs
  • axis=1 would give (2,3,4,5).
`,
  },
  {
    line: 'scalar ()',
    status: 0,
    text: `
✓ A () and B () give () under multidirectional.

A is (): rank 0, 1 element.
B is (): rank 0, 1 element.
The result is (): 1 element from 2 stored.
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

ok: A (2,1) and B (1,0) give (2,0) under multidirectional.

A is (2,1): rank 2, 2 elements.
B is (1,0): rank 2, 0 elements.
Axis 1 (-1): A has 1 and B has 0, so the result has 0.
Axis 0 (-2): A has 2 and B has 1, so B is reused 2 times.
The result is (2,0): 0 elements from 2 stored.
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
    assert.match(first.stdout, /A is \(2,3,4\)/);
    for (const other of others) assert.deepEqual(other, first);
  });
});
