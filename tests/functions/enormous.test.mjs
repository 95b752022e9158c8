/** Sizes above the maximum of JavaScript's arrays: a result or a typed error, with a small heap. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const HEAP_MEGABYTES = 120;
const MOST_MILLISECONDS = 300_000;
const program = fileURLToPath(new URL('enormous-run.mjs', import.meta.url));

const EXPECTED = `Resize without elements: 2147483647,7,8,0
Resize without elements, linear: 0,2147483647
Resize, nearest: out_of_memory
Resize, linear: out_of_memory
Resize, cubic: out_of_memory
Resize, cropped: out_of_memory
AveragePool of no images: 0,1,16777217,4
LayerNormalization of empty rows: 2147483647,0
MeanVarianceNormalization of empty rows: 0,2147483647
ReverseSequence of empty steps: 2147483647,1,0
Trilu of no columns: 2147483647,0
Compress to none: 2147483647,0
Compress texts to none: 2147483647,0
Transpose of no texts: 0,2147483647
ConvTranspose of no images: 0,2,10,1
ConvTranspose of no channels: 1,2,10,1
NegativeLogLikelihoodLoss of empty planes: 
GridSample of nothing: 2147483647,2147483647,0,4,0
OneHot of no indices: 0,2147483647
NonMaxSuppression of no boxes: 0,3
NonZero of many: 1,8000000
Unique of many: 1000000
StringSplit into many: out_of_memory
Cast to many strings: out_of_memory
arange: out_of_memory
toNested: too_many_rows
`;

test('enormous sizes neither fill the heap of JavaScript nor hang', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP_MEGABYTES}`, program],
    { encoding: 'utf8', timeout: MOST_MILLISECONDS },
  );
  assert.equal(stdout, EXPECTED, stderr.slice(0, 2000));
});
