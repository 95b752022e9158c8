/** The resources of a session, freed when the session is released or garbage-collected. */
import { ProgramCache } from '../../graph/program-cache.js';
import { Resources } from '../../graph/resources.js';
import type { Memory } from '../../memory/memory.js';
import type { ModelProgram } from './compile.js';

export class SessionMemory {
  readonly constants: Resources;
  readonly #memory: Memory;
  readonly #programs: ProgramCache<ModelProgram>[] = [];
  readonly #owned: { dispose(): void }[] = [];

  constructor(memory: Memory) {
    this.constants = new Resources(memory);
    this.#memory = memory;
  }

  /** The programs of a stage. Those of another stage may be compiled while one of these is in use. */
  programsOf(stage: number): ProgramCache<ModelProgram> {
    this.#programs[stage] ??= new ProgramCache(this.#memory);
    return this.#programs[stage] as ProgramCache<ModelProgram>;
  }

  /** Whether outputs of programs are in use; no program may be evicted meanwhile. */
  set running(running: boolean) {
    for (const programs of this.#programs) programs.running = running;
  }

  /** Disposes of an object with the session. */
  own<Owned extends { dispose(): void }>(owned: Owned): Owned {
    this.#owned.push(owned);
    return owned;
  }

  dispose(): void {
    for (const owned of this.#owned) owned.dispose();
    for (const programs of this.#programs) programs.close();
    this.constants.dispose();
  }
}
