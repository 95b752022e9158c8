/** What sessions hold of the engine. */
import type { Program } from '../../graph/program.js';
import { Resources } from '../../graph/resources.js';
import type { Memory, Relief } from '../../memory/memory.js';

/**
 * What a session holds of the engine, which is given back when the session is released or collected;
 * programs are also given up when memory runs out.
 */
export class SessionMemory {
  readonly constants: Resources;
  readonly programs = new Map<string, Program>();
  /** While a program runs, which asks the engine about strings, none is given up. */
  running = false;
  readonly #memory: Memory;
  readonly #relief: Relief = () => !this.running && this.#giveUpPrograms();

  constructor(memory: Memory) {
    this.constants = new Resources(memory);
    this.#memory = memory;
    this.#memory.onShortage(this.#relief);
  }

  dispose(): void {
    this.#giveUpPrograms();
    this.#memory.offShortage(this.#relief);
    this.constants.dispose();
  }

  #giveUpPrograms(): boolean {
    const any = this.programs.size > 0;
    for (const program of this.programs.values()) program.dispose();
    this.programs.clear();
    return any;
  }
}
