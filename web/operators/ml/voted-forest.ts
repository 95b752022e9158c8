/** The trees of TreeEnsembleClassifier and TreeEnsembleRegressor: nodes with ids, and votes at the leaves. */
import type { AttributeKind } from '../attributes.js';
import { anyOf } from '../messages.js';
import type { Call } from '../operator.js';
import { mlFault } from './messages.js';
import {
  type Branch,
  MODES,
  type Mode,
  type Trees,
  type TreeType,
  type Vote,
} from './tree-table.js';
import { checkLength, numbersIn } from './values.js';

/** The attributes of both operators. */
export const FOREST_ATTRIBUTES = {
  nodes_treeids: 'ints',
  nodes_nodeids: 'ints',
  nodes_featureids: 'ints',
  nodes_values: 'floats',
  nodes_hitrates: 'floats',
  nodes_modes: 'strings',
  nodes_truenodeids: 'ints',
  nodes_falsenodeids: 'ints',
  nodes_missing_value_tracks_true: 'ints',
  base_values: 'floats',
  post_transform: 'string',
} as const satisfies Record<string, AttributeKind>;

/** Attributes added in opset 3. */
export const DOUBLE_ATTRIBUTES = {
  nodes_values_as_tensor: 'tensor',
  nodes_hitrates_as_tensor: 'tensor',
  base_values_as_tensor: 'tensor',
} as const satisfies Record<string, AttributeKind>;

const TYPES = ['float32', 'float64'] as const;

/** The numbers of an attribute, or of the tensor that replaces it. */
export function floatsOf(call: Call, name: string): readonly number[] | undefined {
  const floats = call.attribute(name, 'floats');
  const tensor = call.attribute(`${name}_as_tensor`, 'tensor');
  if (!tensor) return floats;
  const both = [name, `${name}_as_tensor`];
  if (floats && floats.length > 0) throw mlFault(call, 'oneOf', both);
  if (!TYPES.some((type) => type === tensor.type)) {
    throw mlFault(call, 'tensor', `${name}_as_tensor`, tensor.type, TYPES);
  }
  return numbersIn(tensor);
}

/** Whether a node has float64 attributes: features are then compared in float64. */
export const hasDoubles = (call: Call): boolean =>
  call.attributes.names.some(
    (name) => name.endsWith('_as_tensor') && call.attribute(name, 'tensor')?.type === 'float64',
  );

/** Names of the attributes of votes: `class_weights` for the weights, and `class_ids` for `ids`. */
export type VotePrefix = 'class' | 'target';

/** Positions of nodes by tree and id. */
class Positions {
  readonly #trees = new Map<number, Map<number, number>>();

  /** Returns false if it exists already. */
  add(tree: number, id: number, position: number): boolean {
    const ids = this.#trees.get(tree) ?? new Map<number, number>();
    this.#trees.set(tree, ids);
    if (ids.has(id)) return false;
    ids.set(id, position);
    return true;
  }

  find(tree: number, id: number): number | undefined {
    return this.#trees.get(tree)?.get(id);
  }

  /** The first node of each tree. */
  get roots(): number[] {
    return [...this.#trees.values()].map((ids) => ids.values().next().value as number);
  }
}

export interface Voting {
  readonly prefix: VotePrefix;
  readonly targets: number;
  /** The only target with votes, if there must be only one. */
  readonly only?: number | undefined;
}

/** @throws the call's error if nodes and votes are inconsistent */
export function readForest(call: Call, type: TreeType, voting: Voting): Trees {
  const treeIds = call.attribute('nodes_treeids', 'ints') ?? [];
  const count = treeIds.length;
  const ofNodes = <List extends readonly unknown[]>(name: string, list: List | undefined) => {
    checkLength(call, name, list?.length ?? 0, count);
    return (list ?? []) as List;
  };
  const ints = (name: string) => ofNodes(name, call.attribute(name, 'ints'));
  const ids = ints('nodes_nodeids');
  const features = ints('nodes_featureids');
  const yes = ints('nodes_truenodeids');
  const no = ints('nodes_falsenodeids');
  const modes = ofNodes('nodes_modes', call.attribute('nodes_modes', 'strings'));
  const thresholds = ofNodes('nodes_values', floatsOf(call, 'nodes_values'));
  const missing = call.attribute('nodes_missing_value_tracks_true', 'ints') ?? [];
  if (missing.length > 0) ints('nodes_missing_value_tracks_true');
  if (count === 0) throw call.fault('attributeMissing', 'nodes_treeids');
  const positions = new Positions();
  treeIds.forEach((tree, at) => {
    if (!positions.add(tree, ids[at] as number, at))
      throw mlFault(call, 'twice', tree, ids[at] as number);
  });
  const isLeaf = modes.map((mode) => mode === 'LEAF');
  const { leaves, leafOf } = readVotes(call, voting, positions, isLeaf);
  const linkTo = (name: string, at: number, id: number) => {
    const tree = treeIds[at] as number;
    const position = positions.find(tree, id);
    if (position === undefined) throw mlFault(call, 'noNode', name, tree, id);
    return isLeaf[position] ? ~(leafOf[position] as number) : position;
  };
  const branch = (at: number): Branch => ({
    feature: featureOf(call, features[at] as number),
    mode: modeOf(call, modes[at] as string),
    threshold: thresholds[at] as number,
    members: [],
    nanIsYes: (missing[at] ?? 0) !== 0,
    yes: linkTo('nodes_truenodeids', at, yes[at] as number),
    no: linkTo('nodes_falsenodeids', at, no[at] as number),
  });
  const roots = positions.roots.map((at) => (isLeaf[at] ? ~(leafOf[at] as number) : at));
  return { type, roots, branch, leaves };
}

/** Modes that compare with a single number. */
const COMPARISONS: readonly string[] = MODES.slice(0, 6);

function modeOf(call: Call, mode: string): Mode {
  if (COMPARISONS.includes(mode)) return mode as Mode;
  throw call.fault('allowedEach', 'nodes_modes', mode, anyOf([...COMPARISONS, 'LEAF']));
}

export function featureOf(call: Call, feature: number): number {
  if (feature >= 0 && feature < 2 ** 30) return feature;
  throw mlFault(call, 'noPosition', 'nodes_featureids', feature, 2 ** 30);
}

interface Votes {
  readonly leaves: readonly (readonly Vote[])[];
  /** Indexed by the positions of nodes. */
  readonly leafOf: readonly (number | undefined)[];
}

/** Votes of nodes that are not leaves are ignored, as in onnxruntime. */
function readVotes(
  call: Call,
  { prefix, targets, only }: Voting,
  positions: Positions,
  isLeaf: readonly boolean[],
): Votes {
  const treeIds = call.attribute(`${prefix}_treeids`, 'ints') ?? [];
  const ids = call.attribute(`${prefix}_nodeids`, 'ints') ?? [];
  const targetIds = call.attribute(`${prefix}_ids`, 'ints') ?? [];
  const weights = floatsOf(call, `${prefix}_weights`) ?? [];
  const count = treeIds.length;
  checkLength(call, `${prefix}_nodeids`, ids.length, count);
  checkLength(call, `${prefix}_ids`, targetIds.length, count);
  checkLength(call, `${prefix}_weights`, weights.length, count);
  const leaves: Vote[][] = [];
  const leafOf = isLeaf.map((is) => (is ? leaves.push([]) - 1 : undefined));
  treeIds.forEach((tree, at) => {
    const id = ids[at] as number;
    const position = positions.find(tree, id);
    const target = targetIds[at] as number;
    if (position === undefined) throw mlFault(call, 'noNode', `${prefix}_nodeids`, tree, id);
    if (!(target >= 0 && target < targets))
      throw mlFault(call, 'target', `${prefix}_ids`, target, targets);
    const leaf = leafOf[position];
    if (leaf !== undefined)
      leaves[leaf]?.push({
        target: only === undefined ? target : 0,
        weight: weights[at] as number,
      });
  });
  return { leaves, leafOf };
}
