import { pick, sameList, shuffled } from '../../rules/support.mjs';
import { elementTypes } from '../models.mjs';
import { broadcast, evaluate, multiple, symbols } from './dims.mjs';
import { tensorOf } from './tensors.mjs';
import { hasDimsOf } from './values.mjs';

export const MICROSOFT = 'com.microsoft';
export const OPSET = 23;

/** An optional input that is not given. */
export const ABSENT = { name: '' };

/** Maximum number of elements of a tensor, computed with estimated sizes. */
const MAXIMUM_ELEMENTS = 6000;

/**
 * Builds a graph of random nodes. A value is { name, type, dims } and may have a role:
 *
 * - `contents`: the dims that a tensor of integers contains
 * - `index`: a tensor of indices, nearly all of which are in bounds along any axis that is not empty
 * - `condition`: a boolean for If
 * - `sequence`: a sequence of tensors
 * - `shared`: an input that contains weights of several nodes
 * - `isNonNegative`: an input whose feeds contain no negative numbers
 * - `wanted`: always an output of the model
 */
export class Builder {
  /**
   * @param {() => number} random
   * @param {(builder: Builder) => void} addRandomNode adds nodes of a random kind if suitable values exist
   */
  constructor(random, addRandomNode) {
    this.random = random;
    this.addRandomNode = addRandomNode;
    /** Last dim of most values. */
    this.width = this.draw(2) ? 16 : 8;
    this.inputs = [];
    this.constants = {};
    this.functions = [];
    this.nodes = [];
    /** What `add` was called with, and the values that it returned. */
    this.added = [];
    /** Values that nodes can use. */
    this.pool = [];
    /** Names of the values that nodes use. */
    this.used = new Set();
    this.names = { count: 0 };
    /** Symbols of sizes that are not sums, by key. */
    this.symbols = new Map();
    this.estimates = Object.fromEntries(
      Object.entries(symbols).map(([name, { estimate }]) => [name, estimate]),
    );
    this.depth = 0;
    /** State of single kinds, which a subgraph changes only for itself. */
    this.dataDependentNodes = 0;
    this.hasGroupQueryAttention = false;
    this.fedWeightsOption = undefined;
  }

  draw(count) {
    return Math.floor(this.random() * count);
  }
  chance(share) {
    return this.random() < share;
  }
  pick(list) {
    return pick(this.random, list);
  }
  shuffled(list) {
    return shuffled(this.random, list);
  }
  name(prefix) {
    return `${prefix}${this.names.count++}`;
  }

  /** A builder of a subgraph, which captures the values of this graph. */
  child() {
    const inner = Object.create(this);
    inner.nodes = [];
    inner.added = [...this.added];
    inner.pool = [...this.pool];
    inner.depth = this.depth + 1;
    return inner;
  }
  /** The attribute that contains this subgraph. */
  subgraph(inputs, outputs) {
    return { graph: { inputs, outputs: outputs.map(({ name }) => ({ name })), nodes: this.nodes } };
  }

  estimate(dim) {
    return evaluate(dim, this.estimates);
  }
  /** Whether tensors of these dims are small enough. */
  fits(dims) {
    if (dims.length > 5) return false;
    return dims.reduce((all, dim) => all * Math.max(1, this.estimate(dim)), 1) <= MAXIMUM_ELEMENTS;
  }
  /** The symbol of a size that is not a sum of other sizes. The same key has the same symbol. */
  symbol(key, estimate) {
    if (!this.symbols.has(key)) {
      const name = `q${this.symbols.size}`;
      this.symbols.set(key, name);
      this.estimates[name] = Math.max(1, estimate);
    }
    return this.symbols.get(key);
  }
  /** Whether the value has rows of the model's width. */
  isWide({ dims }) {
    return dims.length >= 2 && dims.at(-1) === this.width;
  }
  times(a, b) {
    if (typeof a === 'number') return multiple(b, a);
    if (typeof b === 'number') return multiple(a, b);
    const [first, second] = [a, b].sort();
    return this.symbol(`${first}*${second}`, this.estimate(a) * this.estimate(b));
  }
  product(dims) {
    return dims.reduce((a, b) => this.times(a, b), 1);
  }

  input(dims, type = 'float32', role = {}) {
    const value = { name: this.name('x'), type, dims, ...role };
    this.inputs.push(value);
    this.pool.push(value);
    return value;
  }

  constant(type, dims, values) {
    const name = this.name('c');
    this.constants[name] = tensorOf(type, dims, values);
    return { name, type, dims };
  }
  /** Random numbers from `from` · `scale` to (`from` + 1) · `scale`. */
  floats(dims, scale = 1, from = -0.5) {
    const length = dims.reduce((a, b) => a * b, 1);
    const values = Array.from({ length }, () => (this.random() + from) * scale);
    return this.constant('float32', dims, values);
  }
  uint8s(dims) {
    const length = dims.reduce((a, b) => a * b, 1);
    return this.constant(
      'uint8',
      dims,
      Array.from({ length }, () => this.draw(256)),
    );
  }
  int64s(...values) {
    return this.constant('int64', [values.length], values);
  }
  scalar(value, type = 'int64') {
    return this.constant(type, [], [value]);
  }

  /** Adds a node whose outputs are given without names. Returns the outputs. */
  add(op, inputs, outputs, attributes = {}, domain = undefined) {
    const inputNames = inputs.map(({ name }) => name);
    for (const name of inputNames) this.used.add(name);
    const values = outputs.map((one) => ({
      type: 'float32',
      ...one,
      name: one.unused ? '' : this.name('v'),
    }));
    const outputNames = values.map(({ name }) => name);
    this.nodes.push({ op, inputs: inputNames, outputs: outputNames, attributes, domain });
    this.added.push({ op, inputs, outputs: values, attributes, domain });
    this.pool.push(...values.filter(({ unused }) => !unused));
    return values;
  }
  /** Adds a node that has one output. */
  one(op, inputs, dims, { attributes, domain, ...output } = {}) {
    return this.add(op, inputs, [{ ...output, dims }], attributes, domain)[0];
  }
  cast(x, type) {
    return this.one('Cast', [x], x.dims, { type, attributes: { to: elementTypes[type] } });
  }
  isPositive(x) {
    return this.one('Greater', [x, this.scalar(0, 'float32')], x.dims, { type: 'bool' });
  }

  /** A value, more often a recent one; undefined if none is suitable. */
  value(accepts = () => true, type = 'float32') {
    const all = this.pool.filter((one) => !one.sequence && one.type === type && accepts(one));
    if (all.length === 0) return undefined;
    return this.pick(this.chance(0.6) ? all.slice(-5) : all);
  }
  /** A value and one of its axes; an empty object if there is none. */
  valueAndAxis() {
    const x = this.value(({ dims }) => dims.length > 0);
    return x ? { x, axis: this.draw(x.dims.length) } : {};
  }
  /** A second operand, and the dims of the result. */
  partner(x) {
    const last = x.dims.at(-1);
    if (this.chance(0.25)) {
      const dims = typeof last === 'number' && last <= 64 && this.chance(0.6) ? [last] : [];
      return { other: this.floats(dims, 2), dims: x.dims };
    }
    const broadcasts = (one) => {
      const dims = broadcast(x.dims, one.dims);
      return dims !== undefined && this.fits(dims);
    };
    const other = this.value(this.chance(0.7) ? hasDimsOf(x) : broadcasts);
    return { other, dims: broadcast(x.dims, other.dims) };
  }

  /** An int64 tensor [1] that contains the size; undefined if no value has the dim. */
  size(dim) {
    if (typeof dim === 'number') return this.int64s(dim);
    const existing = this.pool.filter(
      (one) => one.type === 'int64' && one.contents?.length === 1 && one.contents[0] === dim,
    );
    if (existing.length > 0 && this.chance(0.5)) return this.pick(existing);
    const holders = this.pool.filter((one) => !one.sequence && one.dims.includes(dim));
    if (holders.length === 0) return existing[0];
    const holder = this.pick(holders);
    const at = holder.dims.indexOf(dim);
    const shape = this.one('Shape', [holder], [holder.dims.length], {
      type: 'int64',
      contents: holder.dims,
    });
    const output = { type: 'int64', contents: [dim] };
    if (this.chance(0.6)) return this.one('Gather', [shape, this.int64s(at)], [1], output);
    return this.one('Slice', [shape, this.int64s(at), this.int64s(at + 1)], [1], output);
  }
  /** The size as a scalar; undefined if no value has the dim. */
  sizeAsScalar(dim) {
    const size = this.size(dim);
    return size && this.one('Squeeze', [size], [], { type: 'int64' });
  }
  /** An int64 tensor that contains the dims, one of which may be −1; undefined if not possible. */
  shape(dims, { mayInfer = false } = {}) {
    if (dims.length === 0) return undefined;
    const existing = this.pool.filter(
      (one) => one.type === 'int64' && sameList(one.contents, dims),
    );
    if (existing.length > 0 && this.chance(0.6)) return this.pick(existing);
    const inferred = mayInfer && this.chance(0.3) ? this.draw(dims.length) : -1;
    const parts = dims.map((dim, i) => (i === inferred ? this.int64s(-1) : this.size(dim)));
    if (parts.includes(undefined)) return undefined;
    if (parts.length === 1) return parts[0];
    return this.one('Concat', parts, [dims.length], {
      type: 'int64',
      attributes: { axis: 0 },
      contents: inferred < 0 ? dims : undefined,
    });
  }
}
