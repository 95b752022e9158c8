/** Cuts a graph where values that it computes decide shapes: what reads them is prepared once they are known. */
import type { BoundNode } from './bind.js';
import { inputsDecidingShapes, type LoopsCarry } from './shape-inputs.js';

/** Nodes whose shapes are known once the stages before have run. */
export interface Stage {
  readonly nodes: readonly BoundNode[];
  /** What they read of the inputs and of earlier stages. */
  readonly inputs: readonly string[];
  /** Those of the inputs whose elements have to be known. */
  readonly decisive: ReadonlySet<string>;
  /** What they make for later stages, and as outputs of the graph. */
  readonly outputs: readonly string[];
}

/** A graph, by the names of its values. */
export interface StagedGraph {
  readonly nodes: readonly BoundNode[];
  /** What is fed: the elements of those in `known` are known from the start. */
  readonly inputs: readonly string[];
  readonly known: ReadonlySet<string>;
  readonly outputs: readonly string[];
  readonly loops: LoopsCarry;
}

/** From which stage on something is known of a value. */
interface Since {
  /** The stage that computes it: 0 for what is fed. */
  readonly made: number;
  /** Its shape. */
  readonly shape: number;
  /** Its elements, before the stage runs; Infinity for never. */
  readonly elements: number;
}

/** Of constants, and of inputs whose elements are known. */
const START: Since = { made: 0, shape: 0, elements: 0 };

/** Values of which each stage of a graph can know something. */
class Timeline {
  readonly #since = new Map<string, Since>();

  constructor({ inputs, known }: StagedGraph) {
    for (const name of inputs)
      if (!known.has(name)) this.#since.set(name, { made: 0, shape: 0, elements: Infinity });
  }

  of(name: string): Since {
    return this.#since.get(name) ?? START;
  }

  /** The stage of a node, which comes after those whose results decide its shapes. */
  stageOf({ node, resolved }: BoundNode, decisive: readonly string[]): number {
    const inputs = node.inputs.filter((name) => name !== '');
    let stage = Math.max(0, ...inputs.map((name) => this.of(name).shape));
    for (const name of decisive) stage = Math.max(stage, this.#decided(name));
    const { readsShapes, varies, counts } = resolved.operator;
    const isKnown =
      !varies && (readsShapes || inputs.every((name) => this.of(name).elements <= stage));
    // What is found is another every time, and how much of it there is comes again: what reads it is prepared
    // for the count alone.
    const isCounted = counts === true && decisive.some((name) => this.#isComputed(name));
    const since: Since = {
      made: stage,
      shape: isCounted ? stage + 1 : stage,
      elements: isKnown && !isCounted ? stage : Infinity,
    };
    for (const name of node.outputs) this.#since.set(name, since);
    return stage;
  }

  /** Whether the elements of a value are known only because a stage has run. */
  #isComputed(name: string): boolean {
    const { made, elements } = this.of(name);
    return elements > made;
  }

  /** The first stage that knows the elements of a value: the one after that which computes them. */
  #decided(name: string): number {
    const { made, shape, elements } = this.of(name);
    if (elements < Infinity) return elements;
    this.#since.set(name, { made, shape, elements: made + 1 });
    return made + 1;
  }
}

/** The stages of a graph in their order: one, unless elements that it computes decide shapes. */
export function stagesOf(graph: StagedGraph): Stage[] {
  const timeline = new Timeline(graph);
  const parts: BoundNode[][] = [[]];
  // What is fed is there before the first.
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
  // What no node makes, the last stage hands on.
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
