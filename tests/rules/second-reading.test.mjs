/**
 * The legacy and the ncnn rule against a second reading of their sources, written without looking at the
 * engine or the oracle in tests/oracle. The three must agree if the sources are clear; otherwise the second
 * reading reports that, and lists the possible answers.
 */
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { oracle } from '../oracle/rules.mjs';
import { legacy } from './second-reading/legacy.mjs';
import { ncnn } from './second-reading/ncnn.mjs';
import { indices, Report, ravel, ravelInnermostFirst, sameList } from './support.mjs';

const sc = await load();

/** Every shape of rank 0 to `ranks` with these sizes. */
function shapesOf(sizes, ranks) {
  let previous = [[]];
  const all = [...previous];
  for (let rank = 1; rank <= ranks; rank++) {
    previous = previous.flatMap((shape) => sizes.map((size) => [...shape, size]));
    all.push(...previous);
  }
  return all;
}

function* pairsOf(shapes) {
  for (const a of shapes) for (const b of shapes) yield [a, b];
}

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

const engine = (pair, options) => {
  const trace = sc.align(pair, options);
  return {
    ok: trace.ok,
    shape: trace.outputShape,
    offset: (k, index) => dot(trace.operands[k].strides, index),
  };
};

const firstReading = (offset) => (pair, options) => {
  const answer = oracle(pair, options);
  if (answer.unsettled) return undefined;
  return {
    ok: answer.ok,
    shape: answer.shape,
    offset: (k, index) => offset(answer.place(index)[k], pair[k]),
  };
};

/** The difference between a verdict of the second reading and an answer; undefined if there is none. */
function difference(verdict, sources, pair, answer, offset) {
  if (answer === undefined) return undefined;
  if (verdict.refuses !== undefined)
    return answer.ok ? `taken, though ${verdict.refuses}` : undefined;
  if (verdict.open !== undefined) {
    return answer.ok && verdict.dims !== undefined && !sameList(answer.shape, verdict.dims)
      ? `gives [${answer.shape}]; what may come of ${verdict.open} is [${verdict.dims}]`
      : undefined;
  }
  if (!answer.ok) return `refused, the source gives [${verdict.takes}]`;
  if (!sameList(answer.shape, verdict.takes))
    return `gives [${answer.shape}], the source [${verdict.takes}]`;
  for (const index of indices(verdict.takes)) {
    for (const [k, source] of sources.entries()) {
      const expected = offset(source(index), pair[k]);
      if (answer.offset(k, index) !== expected)
        return `element [${index}] reads another of operand ${k} than ${expected}`;
    }
  }
  return undefined;
}

/** Compares both the engine and the first reading, and names the one that differs. */
function compareBoth(report, pair, options, verdict, sources, offset) {
  const answers = { engine, 'tests/oracle': firstReading(offset) };
  for (const [name, answer] of Object.entries(answers)) {
    const problem = difference(verdict, sources, pair, answer(pair, options), offset);
    report.add(pair, options, problem === undefined ? undefined : `${name}: ${problem}`);
  }
}

describe('legacy, ranks 0 to 3, by a second reading of ONNX 1 to 6', () => {
  const all = shapesOf([0, 1, 2, 3], 3);
  const some = shapesOf([1, 2, 3], 3);
  const runs = [
    [{ broadcast: 0 }, all],
    [{ broadcast: 1 }, all],
    [{ broadcast: 0, axis: 0 }, some],
  ];
  for (let axis = -2; axis <= 4; axis++) runs.push([{ broadcast: 1, axis }, some]);
  for (const [given, shapes] of runs) {
    it(
      Object.entries(given)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      () => {
        const report = new Report();
        const options = { rule: 'legacy', ...given };
        for (const pair of pairsOf(shapes)) {
          const verdict = legacy(...pair, given);
          compareBoth(report, pair, options, verdict, [(index) => index, verdict.source], ravel);
        }
        report.done(2 * shapes.length ** 2);
      },
    );
  }
});

describe('ncnn, ranks 0 to 4 and sizes 1 to 3, by a second reading of its BinaryOp', () => {
  it('every pair', () => {
    const shapes = shapesOf([1, 2, 3], 4);
    const report = new Report();
    const options = { rule: 'ncnn' };
    for (const pair of pairsOf(shapes)) {
      const verdict = ncnn(...pair);
      compareBoth(report, pair, options, verdict, verdict.sources, ravelInnermostFirst);
    }
    report.done(2 * shapes.length ** 2);
  });

  it('every pair with a size of 0, up to rank 2: pairs that the source rejects are rejected', () => {
    const shapes = shapesOf([0, 1, 2], 2);
    const report = new Report();
    for (const pair of pairsOf(shapes)) {
      const verdict = ncnn(...pair);
      compareBoth(report, pair, { rule: 'ncnn' }, verdict, verdict.sources, ravelInnermostFirst);
    }
    report.done(2 * shapes.length ** 2);
  });

  it('a fifth axis is rejected', () => {
    const report = new Report();
    for (const pair of [
      [[1, 1, 1, 1, 2], [2]],
      [[2], [2, 1, 1, 1, 1]],
    ]) {
      compareBoth(report, pair, { rule: 'ncnn' }, ncnn(...pair), [], ravelInnermostFirst);
    }
    report.done(4);
  });
});
