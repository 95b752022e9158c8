/**
 * The whole program of a worker, in a separate file: an instance of the engine's module over the caller's
 * memory. It sleeps within WebAssembly until there is work, and returns only to read messages.
 */
import type { FromWorker, Put, ToWorker } from './worker-messages.js';

interface Port {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { data: ToWorker }) => void) | null;
  close(): void;
}

interface Exports {
  /** Works until there is a new announcement; returns false when the team has ended. */
  readonly work: (team: number, thread: number, known: number) => number;
  readonly _emscripten_stack_restore: (top: number) => void;
  readonly __indirect_function_table: WebAssembly.Table;
}

interface Host {
  readonly process?: {
    getBuiltinModule?(name: 'worker_threads'): { parentPort: Port | null } | undefined;
  };
}

const builtins = (globalThis as Host).process?.getBuiltinModule?.('worker_threads');
const port = builtins?.parentPort ?? (globalThis as unknown as Port);

let engine: Exports;
let memory: WebAssembly.Memory;
let begun: { readonly team: number; readonly thread: number } | undefined;
/** Number of announcements that were read. */
let known = 0;

/** Dummy imports: apart from memory, only the caller uses them. */
function importsOf(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: space, name, kind } of WebAssembly.Module.imports(module)) {
    const refuse = () => {
      throw new Error(`A worker does not call ${name}.`);
    };
    imports[space] ??= {};
    imports[space][name] = kind === 'memory' ? memory : refuse;
  }
  return imports;
}

/** Puts functions into the table at the same indices as in the caller's. */
function put({ module, space, numbers, compute, places }: Put): void {
  const table = engine.__indirect_function_table;
  const imports: Record<string, WebAssembly.ImportValue> = { memory };
  if (compute) imports.compute = table.get(compute) as WebAssembly.ImportValue;
  numbers.forEach((number, i) => {
    imports[String(i)] = number;
  });
  const { exports } = new WebAssembly.Instance(module, { [space]: imports });
  for (const [name, place] of places) {
    if (place >= table.length) table.grow(place + 1 - table.length);
    table.set(place, exports[name]);
  }
}

function read(message: ToWorker): void {
  if (message.kind === 'start') {
    memory = message.memory;
    const { exports } = new WebAssembly.Instance(message.module, importsOf(message.module));
    engine = exports as unknown as Exports;
    port.postMessage({ kind: 'started' });
  } else if (message.kind === 'begin') {
    engine._emscripten_stack_restore(message.stack);
    begun = message;
  } else {
    put(message);
    known += 1;
  }
}

port.onmessage = ({ data }) => {
  try {
    read(data);
  } catch (error) {
    port.postMessage({ kind: 'failed', reason: String(error) });
    port.close();
    return;
  }
  if (begun && !engine.work(begun.team, begun.thread, known)) port.close();
};
