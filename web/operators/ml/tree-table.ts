/** Decision trees in the engine's layout (`Trees` of src/layers/requests.hpp), from ONNX's nodes. */
import type { TreeTable } from '../../engine/task.js';

/** In the order of their numbers in TreeEnsemble. */
export const MODES = [
  'BRANCH_LEQ',
  'BRANCH_LT',
  'BRANCH_GTE',
  'BRANCH_GT',
  'BRANCH_EQ',
  'BRANCH_NEQ',
  'BRANCH_MEMBER',
] as const;
export type Mode = (typeof MODES)[number];

/** The index of a branch, or ~index of a leaf. */
export type Link = number;

export interface Branch {
  readonly feature: number;
  readonly mode: Mode;
  readonly threshold: number;
  /** The set of a BRANCH_MEMBER node. */
  readonly members: readonly number[];
  /** The child for a feature that is NaN. */
  readonly nanIsYes: boolean;
  readonly yes: Link;
  readonly no: Link;
}

export interface Vote {
  readonly target: number;
  readonly weight: number;
}

export interface Trees {
  readonly type: TreeType;
  readonly roots: readonly Link[];
  branch(at: number): Branch;
  readonly leaves: readonly (readonly Vote[])[];
}

/** The type in which features, thresholds and weights are compared and summed. */
export type TreeType = 'float32' | 'float64';

const NAN_IS_YES = 2 ** 31;
const EQUALS = 2 ** 30;

/** Whether the feature is at most the threshold, or equals it; negated if `turned`. */
interface Question {
  readonly threshold: number;
  readonly equals: boolean;
  readonly turned: boolean;
}

/** x < a is x <= the next lower number, and x > a is the negation of x <= a. */
function questionOf({ mode, threshold }: Branch, type: TreeType): Question {
  const atMost = (bound: number, turned: boolean) => ({ threshold: bound, equals: false, turned });
  const equal = (turned: boolean) => ({ threshold, equals: true, turned });
  // Nothing is greater than NaN, and nothing is less.
  if (Number.isNaN(threshold)) return equal(mode === 'BRANCH_NEQ');
  switch (mode) {
    case 'BRANCH_LEQ':
      return atMost(threshold, false);
    case 'BRANCH_LT':
      return atMost(nextBelow(threshold, type), false);
    case 'BRANCH_GTE':
      return atMost(nextBelow(threshold, type), true);
    case 'BRANCH_GT':
      return atMost(threshold, true);
    default:
      return equal(mode === 'BRANCH_NEQ');
  }
}

/** The next lower number of the type; for the lowest, NaN, which no number is at most. */
function nextBelow(value: number, type: TreeType): number {
  if (value === -Infinity) return Number.NaN;
  const view = new DataView(new ArrayBuffer(8));
  const step = value > 0 ? -1 : 1;
  if (type === 'float32') {
    if (value === 0) return -(2 ** -149);
    view.setFloat32(0, value);
    view.setInt32(0, view.getInt32(0) + step);
    return view.getFloat32(0);
  }
  if (value === 0) return -Number.MIN_VALUE;
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(step));
  return view.getFloat64(0);
}

/** A child of a node that is still to be written. */
interface Opening {
  readonly node: number;
  readonly side: 'yes' | 'no';
}

class NodeWriter {
  readonly thresholds: number[] = [];
  readonly features: number[] = [];
  readonly yes: number[] = [];
  readonly no: number[] = [];
  readonly roots: number[] = [];

  node(threshold: number, feature: number): number {
    this.yes.push(0);
    this.no.push(0);
    this.features.push(feature);
    return this.thresholds.push(threshold) - 1;
  }

  lead(openings: readonly Opening[], link: Link): void {
    for (const { node, side } of openings) this[side][node] = link;
  }
}

/** The positions at which the children of a branch are linked once their nodes are written. */
interface Openings {
  readonly first: number;
  readonly yes: readonly Opening[];
  readonly no: readonly Opening[];
}

function writeBranch(writer: NodeWriter, branch: Branch, type: TreeType): Openings {
  if (branch.mode === 'BRANCH_MEMBER') return writeMembers(writer, branch, type);
  const { threshold, equals, turned } = questionOf(branch, type);
  const nanIsYes = branch.nanIsYes !== turned;
  const flags = (nanIsYes ? NAN_IS_YES : 0) + (equals ? EQUALS : 0);
  const node = writer.node(threshold, branch.feature + flags);
  const [yes, no] = turned ? (['no', 'yes'] as const) : (['yes', 'no'] as const);
  return { first: node, yes: [{ node, side: yes }], no: [{ node, side: no }] };
}

/** A binary search among the members, which ends with a test for each of them. NaN follows the last one. */
function writeMembers(writer: NodeWriter, { members, feature, nanIsYes }: Branch, type: TreeType) {
  const rounded = type === 'float32' ? members.map(Math.fround) : members;
  const sorted = [...new Set(rounded)].sort((a, b) => a - b);
  if (sorted.length === 0) sorted.push(Number.NaN);
  const yes: Opening[] = [];
  const no: Opening[] = [];
  const search = (from: number, to: number): number => {
    const last = Math.floor((from + to - 1) / 2);
    const node = writer.node(sorted[last] as number, feature);
    if (to - from > 1) {
      writer.yes[node] = search(from, last + 1);
      writer.no[node] = search(last + 1, to);
      return node;
    }
    writer.features[node] = feature + EQUALS + (nanIsYes ? NAN_IS_YES : 0);
    yes.push({ node, side: 'yes' });
    no.push({ node, side: 'no' });
    return node;
  };
  return { first: search(0, sorted.length), yes, no };
}

/**
 * Writes every tree from its root: a node before its children. `reached` creates the error for a branch that
 * is reached twice.
 */
function writeTrees(writer: NodeWriter, trees: Trees, reached: () => Error): void {
  const met = new Set<number>();
  for (const root of trees.roots) {
    const open: { readonly link: Link; readonly from: readonly Opening[] }[] = [
      { link: root, from: [] },
    ];
    for (let next = open.pop(); next; next = open.pop()) {
      const { link, from } = next;
      if (link < 0) {
        writer.lead(from, link);
        if (from.length === 0) writer.roots.push(link);
        continue;
      }
      if (met.has(link)) throw reached();
      met.add(link);
      const branch = trees.branch(link);
      const { first, yes, no } = writeBranch(writer, branch, trees.type);
      writer.lead(from, first);
      if (from.length === 0) writer.roots.push(first);
      open.push({ link: branch.no, from: no }, { link: branch.yes, from: yes });
    }
  }
}

export interface PackedTrees {
  readonly table: TreeTable;
  /** The highest feature that is tested; -1 if there is none. */
  readonly highest: number;
}

/** The bytes of the table, one number after the other. */
class TableWriter {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #width: 4 | 8;
  #end = 0;

  constructor(bytes: number, width: 4 | 8) {
    this.bytes = new Uint8Array(bytes);
    this.#view = new DataView(this.bytes.buffer);
    this.#width = width;
  }

  float(value: number): void {
    if (this.#width === 8) this.#view.setFloat64(this.#end, value, true);
    else this.#view.setFloat32(this.#end, value, true);
    this.#end += this.#width;
  }

  word(value: number): void {
    this.#view.setInt32(this.#end, value, true);
    this.#end += 4;
  }

  /** Aligned up to a multiple of a float's width. */
  align(): void {
    this.#end = Math.ceil(this.#end / this.#width) * this.#width;
  }
}

function write(
  table: TableWriter,
  writer: NodeWriter,
  leaves: Trees['leaves'],
  votes: readonly Vote[],
): void {
  const { thresholds, features, yes, no, roots } = writer;
  thresholds.forEach((threshold, node) => {
    table.float(threshold);
    for (const words of [features, yes, no]) table.word(words[node] as number);
    table.align();
  });
  for (const root of roots) table.word(root);
  let start = 0;
  table.word(start);
  for (const leaf of leaves) {
    start += leaf.length;
    table.word(start);
  }
  for (const { target } of votes) table.word(target);
  for (const { weight } of votes) table.float(weight);
}

/** @throws the error of `reached` if a branch is reached twice, which also excludes cycles */
export function packTrees(trees: Trees, reached: () => Error): PackedTrees {
  const writer = new NodeWriter();
  writeTrees(writer, trees, reached);
  const { thresholds, features, roots } = writer;
  const { leaves, type } = trees;
  const votes = leaves.flat();
  const width = type === 'float64' ? 8 : 4;
  const node = width === 8 ? 24 : 16;
  const words = roots.length + leaves.length + 1 + votes.length;
  const bytes = thresholds.length * node + words * 4 + votes.length * width;
  const table = new TableWriter(bytes, width);
  write(table, writer, leaves, votes);
  return {
    table: {
      bytes: table.bytes,
      unflagged: features.every((feature) => feature < EQUALS),
      trees: roots.length,
      nodes: thresholds.length,
      leaves: leaves.length,
      votes: votes.length,
    },
    highest: features.reduce((most, feature) => Math.max(most, feature % EQUALS), -1),
  };
}
