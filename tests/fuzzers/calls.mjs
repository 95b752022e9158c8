/**
 * Random calls of `sc.run`. Each returns a result or throws one of the package's errors, the same from
 * JavaScript's memory, from an odd offset in a larger buffer, from wasm memory and into `out`; nothing but
 * the result is written, and nothing leaks.
 */
import { load, SimdcastError } from 'simdcast';
import 'simdcast/onnx';
import { pick } from '../rules/support.mjs';
import { codeOf, copyOf, isRandom, nodeText, sameTensor, tensorText } from './bits.mjs';
import { mutated } from './mutate.mjs';
import { seedFamilies } from './seeds.mjs';

const MEMORY = 2 ** 28;
const GUARD = 64;
const SENTINEL = 0xa5;

class Find extends Error {}

const expect = (condition, text) => {
  if (!condition) throw new Find(text());
};

/** Copies of the results of a call, or its error; anything but the package's own errors is a find. */
function attempt(call, out) {
  try {
    const results = [call()].flat();
    const copies = results.map((one) => one && copyOf(one));
    for (const one of results) if (one !== out) one?.dispose?.();
    return { results: copies };
  } catch (error) {
    if (!(error instanceof SimdcastError))
      throw new Find(`not one of the package's errors: ${error?.stack}`);
    return { error };
  }
}

const outcomeText = ({ results, error }) =>
  error ? `${codeOf(error)}: ${error.message}` : results.map(tensorText).join('; ');

function sameOutcome(a, b) {
  if (a.error || b.error) return Boolean(a.error && b.error) && codeOf(a.error) === codeOf(b.error);
  return (
    a.results.length === b.results.length &&
    a.results.every((one, i) =>
      one && b.results[i] ? sameTensor(one, b.results[i]) : one === b.results[i],
    )
  );
}

/** The elements at an odd offset of a larger buffer, in which they must be left alone. */
function embedded(tensor) {
  if (!tensor || tensor.type === 'string') return tensor;
  const { data } = tensor;
  const { BYTES_PER_ELEMENT: bytes } = data;
  const all = new Uint8Array(bytes * (data.length + 2 * GUARD)).fill(SENTINEL);
  const copy = new data.constructor(all.buffer, bytes * (GUARD - 1), data.length);
  copy.set(data);
  return { ...tensor, data: copy };
}

const guardIntact = (embed, original) => {
  if (!embed || embed.type === 'string') return true;
  const around = new Uint8Array(embed.data.buffer);
  const end = embed.data.byteOffset + embed.data.byteLength;
  const isIntact = around.every(
    (byte, i) => (i >= embed.data.byteOffset && i < end) || byte === SENTINEL,
  );
  return isIntact && sameTensor(embed, original);
};

/** The inputs in wasm memory; undefined if the data of one does not fit its dims. */
function residents(sc, inputs) {
  const made = [];
  try {
    for (const one of inputs) {
      const stays = !one || one.type === 'string';
      made.push(stays ? one : sc.tensor(one.type, one.data, one.dims));
    }
    return made;
  } catch (error) {
    if (!(error instanceof SimdcastError)) throw error;
    for (const one of made) one?.dispose?.();
    return undefined;
  }
}

export async function makeCalls() {
  const sc = await load({ maximumMemory: MEMORY });
  // `run` has ONNX's own domain.
  const families = new Map([...seedFamilies()].filter(([key]) => key.startsWith(' ')));
  const counts = { fine: 0, refused: 0 };

  const guard = () => sc.full([GUARD], SENTINEL, 'uint8');
  const isGuard = ({ data }) => data.every((byte) => byte === SENTINEL);

  /** Resident tensors between guards, which the call must not write. */
  function fromWasm(call, node) {
    const before = guard();
    const inputs = residents(sc, node.inputs);
    if (!inputs) {
      before.dispose();
      return undefined;
    }
    const after = guard();
    const outcome = attempt(() => call(inputs));
    expect(isGuard(before) && isGuard(after), () => 'memory beside the operands was written');
    for (const [i, input] of inputs.entries())
      if (input?.dispose)
        expect(sameTensor(input, node.inputs[i]), () => `operand ${i} was written`);
    for (const one of [before, after, ...inputs]) one?.dispose?.();
    return outcome;
  }

  function intoOut(call, node, expected) {
    const single = expected.results?.length === 1 && expected.results[0];
    if (single?.type === 'string') return;
    const { type, dims } = single || { type: 'float32', dims: node.inputs[0]?.dims ?? [2] };
    let out;
    try {
      out = sc.zeros([...dims], type);
    } catch {
      return;
    }
    const wanted = copyOf(out);
    const outcome = attempt(() => call(node.inputs, out), out);
    if (outcome.error)
      expect(sameTensor(out, wanted), () => `out was written before ${outcomeText(outcome)}`);
    else if (single && !isRandom(node))
      expect(
        sameTensor(out, single),
        () => `into out: ${tensorText(out)}, without: ${tensorText(single)}`,
      );
    if (single)
      expect(
        !outcome.error,
        () => `with out: ${outcomeText(outcome)}, without: ${outcomeText(expected)}`,
      );
    out.dispose();
  }

  function check(node) {
    const { operator, opset, attributes, outputs } = node;
    const { tensors } = sc.memory();
    const call = (inputs, out) =>
      sc.run(operator, inputs, {
        opset,
        attributes,
        ...(out ? { out } : outputs > 1 && { outputs }),
      });
    const expected = attempt(() => call(node.inputs));
    counts[expected.error ? 'refused' : 'fine']++;
    const compare = (outcome, from) => {
      const isComparable = outcome && !(isRandom(node) && !outcome.error && !expected.error);
      if (isComparable)
        expect(
          sameOutcome(outcome, expected),
          () => `${from}: ${outcomeText(outcome)}\nplain: ${outcomeText(expected)}`,
        );
    };
    const odd = node.inputs.map(embedded);
    compare(
      attempt(() => call(odd)),
      'at an odd offset',
    );
    for (const [i, one] of odd.entries())
      expect(guardIntact(one, node.inputs[i]), () => `memory around operand ${i} was written`);
    compare(fromWasm(call, node), 'from wasm memory');
    if (outputs === 1) intoOut(call, node, expected);
    const sum = sc.add(Float32Array.of(1, 2), Float32Array.of(3, 4)).data;
    expect(sum[0] === 4 && sum[1] === 6, () => 'the engine no longer adds');
    const left = sc.memory().tensors - tensors;
    expect(left === 0, () => `${left} tensors were left behind`);
  }

  return {
    async run(random) {
      const family = families.get(pick(random, [...families.keys()]));
      const node = mutated(random, pick(random, family), family);
      try {
        check(node);
        return undefined;
      } catch (error) {
        const text = error instanceof Find ? error.message : error.stack;
        return { key: `${node.operator} ${text.slice(0, 40)}`, text: `${nodeText(node)}\n${text}` };
      }
    },
    summary: () =>
      `${counts.fine} with a result, ${counts.refused} refused, ${families.size} operators`,
  };
}
