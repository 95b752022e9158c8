/** What a session holds of the engine: given back when the session is released or collected. */
import { ProgramCache } from '../../graph/program-cache.js';
import { Resources } from '../../graph/resources.js';
import type { Memory } from '../../memory/memory.js';
import type { ModelProgram } from './compile.js';

export class SessionMemory {
  readonly constants: Resources;
  readonly #memory: Memory;
  readonly #programs: ProgramCache<ModelProgram>[] = [];

  constructor(memory: Memory) {
    this.constants = new Resources(memory);
    this.#memory = memory;
  }

  /** The programs of a stage: those of another may be made while one of these is in use. */
  programsOf(stage: number): ProgramCache<ModelProgram> {
    this.#programs[stage] ??= new ProgramCache(this.#memory);
    return this.#programs[stage] as ProgramCache<ModelProgram>;
  }

  /** Whether what the programs have made is in use, so that none is given up. */
  set running(running: boolean) {
    for (const programs of this.#programs) programs.running = running;
  }

  dispose(): void {
    for (const programs of this.#programs) programs.close();
    this.constants.dispose();
  }
}
