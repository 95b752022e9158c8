/**
 * The rules, and the operators of the page's figures, in a module of their own, which has nothing else. The
 * package does not export this entry.
 */
import type { Alignment, AlignOptions } from './base/alignment.js';
import { SimdcastError } from './base/errors.js';
import { messages } from './base/messages.js';
import type { Operand } from './base/types.js';
import { Engine } from './engine/engine.js';
import { EngineOperators } from './engine/engine-operators.js';
import { Shapes } from './engine/shapes.js';
import { LayoutIds } from './memory/layout-ids.js';
import type { AnyTensor } from './memory/tensor.js';
import { Tensors } from './memory/tensors.js';
import { isSupported } from './wasm/flavours.js';
import { instantiate, MEMORY_RANGE, makeMemory, type Native } from './wasm/instantiate.js';
import { compile, type WasmSource } from './wasm/module-source.js';

const [, limit] = MEMORY_RANGE;

/** Its methods work like those of the class Simdcast. */
export class Broadcasting {
  readonly #shapes: Shapes;
  readonly #operators: EngineOperators;

  /** @internal Use `load`. */
  constructor(native: Native) {
    const engine = new Engine(native, limit);
    const layouts = new LayoutIds();
    const tensors = new Tensors(engine.memory, layouts);
    this.#shapes = new Shapes(engine);
    this.#operators = new EngineOperators(engine, this.#shapes, tensors, layouts);
  }

  align(shapes: readonly (readonly number[])[], options?: AlignOptions): Alignment {
    return this.#shapes.align(shapes, options);
  }

  toExplicit(shapes: readonly (readonly number[])[], options?: AlignOptions): number[][] {
    return this.#shapes.toExplicit(shapes, options);
  }

  /**
   * An operator that broadcasts, at the latest opset: those in `bindings/play/operators.hpp`, on inputs of the
   * types there.
   */
  run(operator: string, inputs: readonly Operand[]): AnyTensor {
    return this.#operators.run(operator, inputs, undefined, undefined) as AnyTensor;
  }
}

/** @throws SimdcastError if the environment has no SIMD, or the module cannot be fetched or compiled. */
export async function load(
  // Written out, because bundlers look for exactly this form.
  wasm: WasmSource = new URL('./play.wasm', import.meta.url),
): Promise<Broadcasting> {
  if (!isSupported('simd')) throw new SimdcastError('no_simd', messages.noSimd());
  return new Broadcasting(await instantiate(await compile('wasm', wasm), makeMemory(limit)));
}
