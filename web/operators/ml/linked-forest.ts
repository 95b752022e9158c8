/** The trees of TreeEnsemble: branches that refer to other branches or leaves by position. */
import type { DType } from '../../base/dtypes.js';
import type { Call } from '../operator.js';
import { mlFault } from './messages.js';
import {
  type Branch,
  type Link,
  MODES,
  type Mode,
  type Trees,
  type TreeType,
} from './tree-table.js';
import { checkLength, numbersIn } from './values.js';
import { featureOf } from './voted-forest.js';

/** The elements of a required tensor of one type. */
function tensorOf(call: Call, name: string, type: DType): number[] {
  const tensor = call.needs(name, 'tensor');
  if (tensor.type !== type) {
    throw mlFault(call, 'tensor', name, tensor.type, [type]);
  }
  return numbersIn(tensor);
}

/** Sets of members, each terminated by NaN; the last one may lack it. */
function setsOf(values: readonly number[]): number[][] {
  const sets: number[][] = [[]];
  for (const value of values) {
    if (Number.isNaN(value)) sets.push([]);
    else sets.at(-1)?.push(value);
  }
  if (sets.at(-1)?.length === 0) sets.pop();
  return sets;
}

/** The attributes of each branch. */
function branchesOf(call: Call, type: DType) {
  const features = call.needs('nodes_featureids', 'ints');
  const count = features.length;
  const ints = (name: string) => {
    const list = call.needs(name, 'ints');
    checkLength(call, name, list.length, count);
    return list;
  };
  const [yes, no] = [ints('nodes_truenodeids'), ints('nodes_falsenodeids')];
  const [yesLeaf, noLeaf] = [ints('nodes_trueleafs'), ints('nodes_falseleafs')];
  const thresholds = tensorOf(call, 'nodes_splits', type);
  checkLength(call, 'nodes_splits', thresholds.length, count);
  const modes = tensorOf(call, 'nodes_modes', 'uint8').map((mode) => modeOf(call, mode));
  checkLength(call, 'nodes_modes', modes.length, count);
  const missing = call.attribute('nodes_missing_value_tracks_true', 'ints') ?? [];
  if (missing.length > 0) ints('nodes_missing_value_tracks_true');
  const members = membersOf(call, modes, type);
  return { count, features, yes, no, yesLeaf, noLeaf, thresholds, modes, missing, members };
}

/** @throws the call's error if positions and lengths are inconsistent */
export function readLinkedForest(call: Call, type: TreeType, targets: number): Trees {
  const given = call.input(0).type;
  const branches = branchesOf(call, given);
  const leaves = leavesOf(call, targets, given);
  const linkTo = (name: string, position: number, isLeaf: boolean): Link => {
    const most = isLeaf ? leaves.length : branches.count;
    if (!(position >= 0 && position < most))
      throw mlFault(call, 'noPosition', name, position, most);
    return isLeaf ? ~position : position;
  };
  const yesOf = (at: number) =>
    linkTo('nodes_truenodeids', branches.yes[at] as number, branches.yesLeaf[at] !== 0);
  const noOf = (at: number) =>
    linkTo('nodes_falsenodeids', branches.no[at] as number, branches.noLeaf[at] !== 0);
  const branch = (at: number): Branch => ({
    feature: featureOf(call, branches.features[at] as number),
    mode: branches.modes[at] as Mode,
    threshold: branches.thresholds[at] as number,
    members: branches.members.get(at) ?? [],
    nanIsYes: (branches.missing[at] ?? 0) !== 0,
    yes: yesOf(at),
    no: noOf(at),
  });
  const rootOf = (position: number): Link => {
    const root = linkTo('tree_roots', position, false);
    // A tree with one leaf is written as a branch whose children are both that leaf.
    const [first, second] = [yesOf(root), noOf(root)];
    return first < 0 && first === second ? first : root;
  };
  const roots = call.needs('tree_roots', 'ints').map(rootOf);
  if (roots.length === 0) throw call.fault('attributeMissing', 'tree_roots');
  return { type, roots, branch, leaves };
}

function modeOf(call: Call, number: number): Mode {
  const mode = MODES[number];
  if (mode) return mode;
  throw mlFault(call, 'noPosition', 'nodes_modes', number, MODES.length);
}

/** The members of each set branch, in the order of nodes_modes. */
function membersOf(
  call: Call,
  modes: readonly Mode[],
  type: DType,
): ReadonlyMap<number, readonly number[]> {
  const testing = modes.flatMap((mode, at) => (mode === 'BRANCH_MEMBER' ? [at] : []));
  const given = call.attribute('membership_values', 'tensor');
  const sets = given ? setsOf(tensorOf(call, 'membership_values', type)) : [];
  if (sets.length !== testing.length) throw mlFault(call, 'members', sets.length, testing.length);
  return new Map(testing.map((at, i) => [at, sets[i] as number[]]));
}

function leavesOf(call: Call, targets: number, type: DType) {
  const ids = call.needs('leaf_targetids', 'ints');
  const weights = tensorOf(call, 'leaf_weights', type);
  checkLength(call, 'leaf_weights', weights.length, ids.length);
  return ids.map((target, at) => {
    if (!(target >= 0 && target < targets))
      throw mlFault(call, 'target', 'leaf_targetids', target, targets);
    return [{ target, weight: weights[at] as number }];
  });
}
