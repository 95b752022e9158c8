/** What a session holds of the engine: given back when the session is released or collected. */
import { ProgramCache } from '../../graph/program-cache.js';
import { Resources } from '../../graph/resources.js';
import type { Memory } from '../../memory/memory.js';
import type { ModelProgram } from './compile.js';

export class SessionMemory {
  readonly constants: Resources;
  readonly programs: ProgramCache<ModelProgram>;

  constructor(memory: Memory) {
    this.constants = new Resources(memory);
    this.programs = new ProgramCache(memory);
  }

  dispose(): void {
    this.programs.close();
    this.constants.dispose();
  }
}
