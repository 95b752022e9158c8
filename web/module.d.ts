/** A `.wasm` file of the package, in programs that import one as a compiled module. */
import type { CompiledModule } from './index.js';

declare const module: CompiledModule;
export default module;
