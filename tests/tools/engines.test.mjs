import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { filesBelow } from '../../tools/lib/files.mjs';
import { inTop, top } from '../../tools/lib/paths.mjs';

/** Functions that ECMAScript leaves to the engine: "an implementation-approximated value". */
const APPROXIMATED =
  'acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 hypot log log10 log1p log2 pow sin sinh tan tanh';

/** Its error is corrected there; and numbers that the checker tries are no results. */
const ALLOWED = ['web/base/small-floats.ts: Math.log2', 'web/onnx/check/fit.ts: **'];

const isInteger = (node) => ts.isNumericLiteral(node) && /^\d+$/.test(node.text);

/**
 * The approximated functions and operators in a script. Powers of 2 pass, because their exponents are whole
 * numbers everywhere, and so do those of two whole literals.
 */
function approximatedIn(text) {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text === 'Math') {
      const { parent } = node;
      const name = ts.isPropertyAccessExpression(parent) ? parent.name.text : 'itself';
      if (name === 'itself' || APPROXIMATED.split(' ').includes(name)) found.push(`Math.${name}`);
    }
    if (ts.isBinaryExpression(node)) {
      const { left, right, operatorToken } = node;
      const { AsteriskAsteriskToken, AsteriskAsteriskEqualsToken } = ts.SyntaxKind;
      const isExact = isInteger(left) && (left.text === '2' || isInteger(right));
      if (operatorToken.kind === AsteriskAsteriskToken && !isExact) found.push('**');
      if (operatorToken.kind === AsteriskAsteriskEqualsToken) found.push('**=');
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('the functions that JavaScript engines approximate are found', () => {
  const text =
    'Math.max(1, Math.exp(x)) + x ** 2 + 2 ** x + 255 ** 2; x **= 3; const { sin } = Math;';
  assert.deepEqual(approximatedIn(text), ['Math.exp', '**', '**=', 'Math.itself']);
});

// Windows of HammingWindow and BlackmanWindow had other bits in Chromium than in Node.
test('no result of the package depends on the JavaScript engine', async () => {
  const files = await filesBelow(
    [inTop('web')],
    (file) => file.endsWith('.ts') && !file.includes('/cli/'),
  );
  const found = [];
  for (const file of files)
    for (const name of approximatedIn(await readFile(file, 'utf8')))
      found.push(`${relative(top, file)}: ${name}`);
  assert.deepEqual(new Set(found), new Set(ALLOWED));
});
