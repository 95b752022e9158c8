/**
 * Random graphs with repetition: loops whose bodies have states, use outer values, choose branches and may
 * end early; scans; and recurrent layers in sequence.
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

  number(low, high) {
    return low + this.#random() * (high - low);
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

  /** Nodes that compute a bounded value with the shape `dims` from values of that shape. */
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

/** A Loop that ends after a number of iterations, or once a sum of a state is large. */
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
  // A state that an iteration returns twice would be one output with two names.
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

/** Gates of a cell, and its activations by default. */
const CELLS = {
  LSTM: { gates: 4, activations: 3 },
  GRU: { gates: 3, activations: 2 },
  RNN: { gates: 1, activations: 1 },
};

/** Activations, and their parameters. */
const ACTIVATIONS = {
  Affine: ['alpha', 'beta'],
  Elu: ['alpha'],
  HardSigmoid: ['alpha', 'beta'],
  LeakyRelu: ['alpha'],
  Relu: [],
  ScaledTanh: ['alpha', 'beta'],
  Sigmoid: [],
  Softplus: [],
  Softsign: [],
  Tanh: [],
  ThresholdedRelu: ['alpha'],
};

/** The attributes that select the activations. */
function activationsOf(draw, count) {
  const activations = Array.from({ length: count }, () => draw.oneOf(Object.keys(ACTIVATIONS)));
  const numbers = (term) =>
    activations.flatMap((name) =>
      ACTIVATIONS[name].includes(term) ? [draw.number(0.1, 0.6)] : [],
    );
  const [alphas, betas] = [numbers('alpha'), numbers('beta')];
  return {
    activations,
    ...(alphas.length > 0 && { activation_alpha: { floats: alphas } }),
    ...(betas.length > 0 && { activation_beta: { floats: betas } }),
  };
}

/**
 * The optional attributes of a layer. Unlike ONNX, onnxruntime does not clip the input of LSTM's last
 * activation: LSTM is clipped only if that activation has saturated before.
 */
function attributesOf(draw, op, directions) {
  const clipped = draw.chance(0.5) && { clip: { float: draw.number(0.3, 1) } };
  const own =
    op === 'GRU'
      ? { linear_before_reset: draw.below(2) }
      : op === 'LSTM' && { input_forget: draw.below(2) };
  if (op === 'LSTM' && clipped) {
    const activations = Array(directions).fill(['Sigmoid', 'Tanh', 'HardSigmoid']).flat();
    const activation_alpha = { floats: Array(directions).fill(2) };
    const activation_beta = { floats: Array(directions).fill(0.5) };
    return { ...own, ...clipped, activations, activation_alpha, activation_beta };
  }
  const chosen = draw.chance(0.5) && activationsOf(draw, CELLS[op].activations * directions);
  return { ...own, ...clipped, ...chosen };
}

/**
 * Recurrent layers in sequence, in every direction, with lengths per batch entry, initial states, peepholes
 * and activations; the last states are outputs as well.
 */
export function randomRecurrence(random) {
  const draw = new Draw(random);
  const [steps, batch] = [1 + draw.below(6), 1 + draw.below(3)];
  const constants = {};
  const nodes = [];
  const outputs = [];
  let [from, width] = ['x', 1 + draw.below(6)];
  const inputs = width;
  const constant = (tensor) => {
    const name = draw.name('k');
    constants[name] = tensor;
    return name;
  };
  const maybe = (tensor) => (draw.chance(0.6) ? constant(tensor) : '');
  const lengths = Int32Array.from({ length: batch }, () => 1 + draw.below(steps));
  const hasLengths = draw.chance(0.3);
  for (let left = 1 + draw.below(3); left > 0; left--) {
    const op = draw.oneOf(Object.keys(CELLS));
    const direction = draw.oneOf(['forward', 'reverse', 'bidirectional']);
    const directions = direction === 'bidirectional' ? 2 : 1;
    const hidden = 1 + draw.below(6);
    const rows = CELLS[op].gates * hidden;
    const [all, flat] = [draw.name('h'), draw.name('f')];
    const last = (op === 'LSTM' ? ['hidden', 'cell'] : ['hidden']).map((state) => draw.name(state));
    outputs.push(...last);
    const states = last.map(() => maybe(draw.tensor([directions, batch, hidden])));
    nodes.push(
      {
        op,
        inputs: [
          from,
          constant(draw.tensor([directions, rows, width])),
          constant(draw.tensor([directions, rows, hidden])),
          maybe(draw.tensor([directions, 2 * rows])),
          hasLengths ? constant({ type: 'int32', dims: [batch], data: lengths }) : '',
          ...states,
          ...(op === 'LSTM' ? [maybe(draw.tensor([directions, 3 * hidden]))] : []),
        ],
        outputs: [all, ...last],
        attributes: { hidden_size: hidden, direction, ...attributesOf(draw, op, directions) },
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
    outputs: [from, ...outputs].map((name) => ({ name, type: 'float32' })),
    constants,
    nodes,
  });
  return { model, feeds: { x: draw.tensor([steps, batch, inputs]) } };
}
