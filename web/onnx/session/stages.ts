/**
 * Splits a graph into stages if values that it computes determine shapes: the nodes that use these are
 * compiled once they are constant.
 */
import type { BoundNode } from './bind.js';
import { inputsDecidingShapes, type LoopsCarry } from './shape-inputs.js';

/** Nodes whose shapes can be inferred once the previous stages have run. */
export interface Stage {
  readonly nodes: readonly BoundNode[];
  /** The inputs and outputs of earlier stages that the nodes use. */
  readonly inputs: readonly string[];
  /** The inputs whose values determine shapes. */
  readonly decisive: ReadonlySet<string>;
  /** Values for later stages, and outputs of the graph. */
  readonly outputs: readonly string[];
}

/** A graph, by the names of its values. */
export interface StagedGraph {
  readonly nodes: readonly BoundNode[];
  /** The inputs; those in `known` are constant from the start. */
  readonly inputs: readonly string[];
  readonly known: ReadonlySet<string>;
  readonly outputs: readonly string[];
  readonly loops: LoopsCarry;
}

/** The first stage in which a property of a value is available. */
interface Since {
  /** The stage that computes it: 0 for inputs. */
  readonly made: number;
  /** Its shape. */
  readonly shape: number;
  /** Its elements before the stage runs; Infinity if they never become constant. */
  readonly elements: number;
}

/** Constants, and inputs whose elements are constant. */
const START: Since = { made: 0, shape: 0, elements: 0 };

/** For each value, the stages in which its shape and its elements become available. */
class Timeline {
  readonly #since = new Map<string, Since>();

  constructor({ inputs, known }: StagedGraph) {
    for (const name of inputs)
      if (!known.has(name)) this.#since.set(name, { made: 0, shape: 0, elements: Infinity });
  }

  of(name: string): Since {
    return this.#since.get(name) ?? START;
  }

  /** The stage of a node: after all values that determine its shapes. */
  stageOf({ node, resolved }: BoundNode, decisive: readonly string[]): number {
    const inputs = node.inputs.filter((name) => name !== '');
    let stage = Math.max(0, ...inputs.map((name) => this.of(name).shape));
    for (const name of decisive) stage = Math.max(stage, this.#decided(name));
    const { readsShapes, varies, counts } = resolved.operator;
    const isKnown =
      !varies && (readsShapes || inputs.every((name) => this.of(name).elements <= stage));
    // The indices differ on every run but their number repeats, so the nodes that use them are compiled for
    // the number only.
    const isCounted = counts === true && decisive.some((name) => this.#isComputed(name));
    const since: Since = {
      made: stage,
      shape: isCounted ? stage + 1 : stage,
      elements: isKnown && !isCounted ? stage : Infinity,
    };
    for (const name of node.outputs) this.#since.set(name, since);
    return stage;
  }

  /** Whether the elements of a value are constant only because a stage has run. */
  #isComputed(name: string): boolean {
    const { made, elements } = this.of(name);
    return elements > made;
  }

  /** The first stage in which the elements of a value are constant: the one after it is computed. */
  #decided(name: string): number {
    const { made, shape, elements } = this.of(name);
    if (elements < Infinity) return elements;
    this.#since.set(name, { made, shape, elements: made + 1 });
    return made + 1;
  }
}

/** The stages of a graph in order: one, unless values that it computes determine shapes. */
export function stagesOf(graph: StagedGraph): Stage[] {
  const timeline = new Timeline(graph);
  const parts: BoundNode[][] = [[]];
  // Inputs precede the first stage.
  const madeIn = new Map(graph.inputs.map((name) => [name, -1]));
  for (const bound of graph.nodes) {
    const own = inputsDecidingShapes([bound], graph.loops);
    const decisive = bound.node.inputs.filter((name) => own.has(name));
    const stage = timeline.stageOf(bound, decisive);
    while (parts.length <= stage) parts.push([]);
    parts[stage]?.push(bound);
    for (const name of bound.node.outputs) if (name !== '') madeIn.set(name, stage);
  }
  const last = parts.length - 1;
  // Values that no node produces are passed on by the last stage.
  const isFromLast = (name: string): boolean => (madeIn.get(name) ?? -1) < 0;
  const reads = parts.map((nodes, stage) => {
    const names = nodes.flatMap(({ node }) => node.inputs);
    if (stage === last) names.push(...graph.outputs.filter(isFromLast));
    return new Set(names.filter((name) => (madeIn.get(name) ?? Infinity) < stage));
  });
  return parts.map((nodes, stage): Stage => {
    const inputs = [...(reads[stage] as Set<string>)];
    const wanted = new Set(reads.slice(stage + 1).flatMap((names) => [...names]));
    for (const name of graph.outputs) wanted.add(name);
    const isMadeHere = (name: string): boolean =>
      madeIn.get(name) === stage || (stage === last && isFromLast(name));
    return {
      nodes,
      inputs,
      decisive: new Set(inputs.filter((name) => timeline.of(name).elements <= stage)),
      outputs: [...wanted].filter(isMadeHere),
    };
  });
}
