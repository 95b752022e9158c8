/**
 * Random graphs of what repeats: loops whose bodies carry states, take values from around, choose branches and may
 * end early; scans; and recurrent layers one after the other.
 */
import { encodeModel, floats, int64s } from '../onnx/models.mjs';

const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);
const BOUNDED = ['Tanh', 'Sigmoid', 'Erf'];
const BINARY = ['Add', 'Sub', 'Mul', 'Max', 'Min'];

class Draw {
  #random;
  #names = 0;

  constructor(random) {
    this.#random = random;
  }

  below(count) {
    return Math.floor(this.#random() * count);
  }

  chance(part) {
    return this.#random() < part;
  }

  oneOf(items) {
    return items[this.below(items.length)];
  }

  name(prefix) {
    return `${prefix}${this.#names++}`;
  }

  tensor(dims, reach = 1) {
    const data = Float32Array.from(
      { length: sizeOf(dims) },
      () => (this.#random() * 2 - 1) * reach,
    );
    return { type: 'float32', dims, data };
  }

  /** Nodes that make a bounded value of `dims` from some of the values, which are of those dims. */
  chain(values, nodes) {
    let made = this.oneOf(values);
    for (let left = 1 + this.below(4); left > 0; left--) {
      const next = this.name('v');
      nodes.push({ op: this.oneOf(BINARY), inputs: [made, this.oneOf(values)], outputs: [next] });
      made = next;
    }
    const bounded = this.name('v');
    nodes.push({ op: this.oneOf(BOUNDED), inputs: [made], outputs: [bounded] });
    return bounded;
  }
}

const typed = (type, dims) => (name) => ({ name, type, dims });
const float = (dims) => typed('float32', dims);

/** One of two branches, by whether the iteration is a multiple of `every`. */
function branch(draw, values, dims, nodes, constants) {
  const [every, zero] = ['every', 'zero'].map((prefix) => draw.name(prefix));
  constants[every] = int64s(2 + draw.below(2));
  constants[zero] = int64s(0);
  const [rest, isMultiple, flat, made] = ['rest', 'is', 'flat', 'v'].map((p) => draw.name(p));
  const graphOf = () => {
    const inner = [];
    const output = draw.chain(values, inner);
    return { graph: { inputs: [], nodes: inner, outputs: [float(dims)(output)], constants: {} } };
  };
  constants.none ??= int64s();
  nodes.push(
    { op: 'Mod', inputs: ['i', every], outputs: [rest] },
    { op: 'Equal', inputs: [rest, zero], outputs: [isMultiple] },
    { op: 'Reshape', inputs: [isMultiple, 'none'], outputs: [flat] },
    {
      op: 'If',
      inputs: [flat],
      outputs: [made],
      attributes: { then_branch: graphOf(), else_branch: graphOf() },
    },
  );
  return made;
}

/** A Loop that ends after so many iterations, or once a sum of a state is large. */
export function randomLoop(random) {
  const draw = new Draw(random);
  const dims = [1 + draw.below(3), 1 + draw.below(5)];
  const states = Array.from({ length: 1 + draw.below(3) }, () => draw.name('s'));
  const constants = {};
  const nodes = [];
  const values = ['x', 'around', ...states];
  if (draw.chance(0.5)) {
    const [whole, number, grown] = ['whole', 'number', 'v'].map((prefix) => draw.name(prefix));
    constants[number] = floats([], 0.125);
    nodes.push(
      { op: 'Cast', inputs: ['i'], outputs: [whole], attributes: { to: 1 } },
      { op: 'Mul', inputs: [whole, number], outputs: [`${grown}s`] },
      { op: 'Add', inputs: ['x', `${grown}s`], outputs: [grown] },
    );
    values.push(grown);
  }
  if (draw.chance(0.5)) values.push(branch(draw, values, dims, nodes, constants));
  const next = states.map(() => draw.chain(values, nodes));
  const shown = Array.from({ length: draw.below(3) }, () => draw.chain(values, nodes));
  const endsEarly = draw.chance(0.5);
  if (endsEarly) {
    constants.most = floats([], 0.3 * sizeOf(dims));
    nodes.push(
      { op: 'Abs', inputs: [next[0]], outputs: ['sizes'] },
      { op: 'ReduceSum', inputs: ['sizes'], outputs: ['sum'], attributes: { keepdims: 0 } },
      { op: 'Less', inputs: ['sum', 'most'], outputs: ['goes_on'] },
    );
  } else {
    nodes.push({ op: 'Identity', inputs: ['go'], outputs: ['goes_on'] });
  }
  // A state that an iteration hands on twice would be one output of two names.
  const outputs = [...next, ...shown].map((made) => {
    const output = draw.name('o');
    nodes.push({ op: 'Identity', inputs: [made], outputs: [output] });
    return output;
  });
  const counter = [typed('int64', [])('i'), typed('bool', [])('go')];
  const body = {
    graph: {
      inputs: [...counter, ...states.map(float(dims))],
      nodes,
      outputs: [typed('bool', [])('goes_on'), ...outputs.map(float(dims))],
      constants,
    },
  };
  const results = outputs.map((_, i) => `y${i}`);
  const isFed = draw.chance(0.5);
  const times = int64s(draw.below(7));
  const count = { ...times, dims: [] };
  const model = encodeModel({
    opset: 18,
    inputs: [float(dims)('x'), ...(isFed ? [typed('int64', [])('times')] : [])],
    outputs: results.map((name) => ({ name, type: 'float32' })),
    constants: {
      around: draw.tensor(dims),
      yes: { type: 'bool', dims: [], data: Uint8Array.of(1) },
      ...(isFed ? {} : { times: count }),
      ...Object.fromEntries(states.map((name) => [`first_${name}`, draw.tensor(dims)])),
    },
    nodes: [
      {
        op: 'Loop',
        inputs: ['times', 'yes', ...states.map((name) => `first_${name}`)],
        outputs: results,
        attributes: { body },
      },
    ],
  });
  return { model, feeds: { x: draw.tensor(dims), ...(isFed ? { times: count } : {}) } };
}

/** A Scan along an axis, from either end. */
export function randomScan(random) {
  const draw = new Draw(random);
  const dims = [1 + draw.below(3), 1 + draw.below(5)];
  const steps = 1 + draw.below(6);
  const axis = draw.below(3);
  const whole = dims.toSpliced(axis, 0, steps);
  const states = Array.from({ length: draw.below(3) }, () => draw.name('s'));
  const nodes = [];
  const values = ['part', 'around', ...states];
  const outputs = [...states, 'shown'].map(() => draw.chain(values, nodes));
  const body = {
    graph: {
      inputs: [...states, 'part'].map(float(dims)),
      nodes,
      outputs: outputs.map(float(dims)),
      constants: {},
    },
  };
  const results = outputs.map((_, i) => `y${i}`);
  const model = encodeModel({
    opset: 18,
    inputs: [float(whole)('x')],
    outputs: results.map((name) => ({ name, type: 'float32' })),
    constants: {
      around: draw.tensor(dims),
      ...Object.fromEntries(states.map((name) => [`first_${name}`, draw.tensor(dims)])),
    },
    nodes: [
      {
        op: 'Scan',
        inputs: [...states.map((name) => `first_${name}`), 'x'],
        outputs: results,
        attributes: {
          body,
          num_scan_inputs: 1,
          scan_input_axes: [axis],
          scan_input_directions: [draw.below(2)],
          scan_output_axes: [draw.below(3)],
          scan_output_directions: [draw.below(2)],
        },
      },
    ],
  });
  return { model, feeds: { x: draw.tensor(whole) } };
}

const CELLS = { LSTM: 4, GRU: 3, RNN: 1 };

/** Recurrent layers one after the other, in both directions, with lengths of each of the batch. */
export function randomRecurrence(random) {
  const draw = new Draw(random);
  const [steps, batch] = [1 + draw.below(6), 1 + draw.below(3)];
  const constants = {};
  const nodes = [];
  let [from, width] = ['x', 1 + draw.below(6)];
  const inputs = width;
  const constant = (tensor) => {
    const name = draw.name('k');
    constants[name] = tensor;
    return name;
  };
  const lengths = Int32Array.from({ length: batch }, () => 1 + draw.below(steps));
  const hasLengths = draw.chance(0.3);
  for (let left = 1 + draw.below(3); left > 0; left--) {
    const op = draw.oneOf(Object.keys(CELLS));
    const direction = draw.oneOf(['forward', 'reverse', 'bidirectional']);
    const directions = direction === 'bidirectional' ? 2 : 1;
    const hidden = 1 + draw.below(6);
    const rows = CELLS[op] * hidden;
    const [all, flat] = [draw.name('h'), draw.name('f')];
    nodes.push(
      {
        op,
        inputs: [
          from,
          constant(draw.tensor([directions, rows, width])),
          constant(draw.tensor([directions, rows, hidden])),
          draw.chance(0.7) ? constant(draw.tensor([directions, 2 * rows])) : '',
          hasLengths ? constant({ type: 'int32', dims: [batch], data: lengths }) : '',
        ],
        outputs: [all],
        attributes: {
          hidden_size: hidden,
          direction,
          ...(op === 'GRU' ? { linear_before_reset: draw.below(2) } : {}),
        },
      },
      { op: 'Transpose', inputs: [all], outputs: [`${flat}t`], attributes: { perm: [0, 2, 1, 3] } },
      {
        op: 'Reshape',
        inputs: [`${flat}t`, constant(int64s(steps, batch, directions * hidden))],
        outputs: [flat],
      },
    );
    [from, width] = [flat, directions * hidden];
  }
  const model = encodeModel({
    opset: 14,
    inputs: [float([steps, batch, inputs])('x')],
    outputs: [{ name: from, type: 'float32' }],
    constants,
    nodes,
  });
  return { model, feeds: { x: draw.tensor([steps, batch, inputs]) } };
}
