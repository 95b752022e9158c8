/** Runs expressions on operands: sessions of the engine compute them, or JavaScript if there are strings. */
import type { Trace } from '../base/alignment.js';
import { bytesOf } from '../base/dtypes.js';
import { DTypeError, ShapeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { TensorLike } from '../base/types.js';
import { hostKernels } from '../codegen/passes.js';
import { CallResults, SMALL } from '../engine/call-results.js';
import type { CallSession } from '../engine/call-session.js';
import { CallSessions } from '../engine/call-sessions.js';
import { withLargeResult } from '../engine/large-result.js';
import { checkOut } from '../engine/output.js';
import type { EngineParts } from '../engine/parts.js';
import { LARGE } from '../engine/slabs.js';
import { bytesIn, Stage } from '../engine/stage.js';
import { hostTexts } from '../engine/text-host.js';
import { isResident, type Operand } from '../memory/operand.js';
import type { Tensor } from '../memory/tensor.js';
import type { Placed } from '../memory/tensors.js';
import { draftOf } from './draft.js';
import { expressionMessages } from './messages.js';
import type { Run } from './run.js';
import { SlabRunner } from './slab-runner.js';

export class ExpressionRunner {
  readonly #parts: EngineParts;
  readonly #stage: Stage;
  readonly #results: CallResults;
  readonly #slabs: SlabRunner;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#stage = new Stage(parts.engine.memory);
    this.#results = new CallResults(parts.engine, parts.tensors);
    this.#slabs = new SlabRunner(parts, this.#results);
  }

  makeSessions(): CallSessions {
    return new CallSessions(this.#parts);
  }

  /** The results, or the tensor that the single result was written to. */
  run(run: Run): (Tensor | TensorLike)[] {
    const { memory } = this.#parts.engine;
    try {
      return memory.retrying(() => this.#evaluate(run));
    } catch (error) {
      throw withLargeResult(error, () => this.#alignment(run));
    }
  }

  #evaluate(run: Run): (Tensor | TensorLike)[] {
    const session = this.#session(run);
    if (run.out === undefined || run.target === undefined) return this.#toNew(run, session);
    this.#toTarget(run, session, run.target);
    return [run.out];
  }

  #session({ sessions, key, expression, operands }: Run): CallSession {
    return sessions.find(key, () => {
      hostKernels(this.#parts.engine);
      hostTexts(this.#parts.engine.native);
      return draftOf(this.#parts, expression(), operands.length);
    });
  }

  /** How the operands broadcast to the result; undefined if it is not elementwise. */
  #alignment(run: Run): Trace | undefined {
    const result = this.#slabs.prepared(this.#session(run), run.operands);
    if (!result) return undefined;
    const shapes = run.operands.map(({ dims }) => dims);
    return this.#parts.shapes.align(shapes, { type: result.type });
  }

  #toNew(run: Run, session: CallSession): Tensor[] {
    const { operands } = run;
    const resident = isResident(operands);
    const large = !resident && this.#preparedIfLarge(session, operands);
    const made = large && this.#plainInSlabs(session, operands, large);
    if (made) return [made];
    const block = this.#stage.enter(operands, session.room(operands));
    try {
      session.begin(operands, this.#stage.addresses, block);
      if (!resident && !large && isLarge(session, operands)) {
        const divided = this.#plainInSlabs(session, operands, session.results[0] as Placed);
        if (divided) return [divided];
        // The attempt to use slabs has replaced the preparation of this run.
        session.begin(operands, this.#stage.addresses, block);
      }
      return session.results.length === 1 && !run.shares
        ? [this.#finishedOne(session, resident, block)]
        : this.#finished(run, session, resident, block);
    } finally {
      this.#stage.leave(block);
    }
  }

  /** The single result of a session that has begun, as of most functions. */
  #finishedOne(session: CallSession, resident: boolean, block: number): Tensor {
    const { memory } = this.#parts.engine;
    const { addresses, results } = session;
    const [{ type, size }] = results as [Placed];
    const bytes = bytesOf(type, size);
    const isResult = resident && type !== 'string';
    let own = isResult || (addresses[0] === 0 && bytes > SMALL) ? memory.reserve(bytes) : 0;
    try {
      session.finish([own], block);
      const [result] = results as [Placed];
      const address = addresses[0] as number;
      if (!isResult) return this.#results.plain(result, address);
      this.#results.copy(result, address, own);
      const made = this.#parts.tensors.add(result, own);
      own = 0;
      return made;
    } finally {
      if (own !== 0) memory.release(own);
    }
  }

  /** The results of a session that has begun. */
  #finished(run: Run, session: CallSession, resident: boolean, block: number): Tensor[] {
    const { memory } = this.#parts.engine;
    const { results, addresses } = session;
    const sources = results.map((result, i) =>
      run.shares
        ? sharedOf(result, addresses[i] as number, run.operands, this.#stage.addresses)
        : undefined,
    );
    const reserved: number[] = [];
    try {
      for (let i = 0; i < results.length; i++) {
        const { type, size } = results[i] as Placed;
        const bytes = bytesOf(type, size);
        const isOwn =
          !sources[i] && type !== 'string' && (resident || (addresses[i] === 0 && bytes > SMALL));
        reserved[i] = isOwn ? memory.reserve(bytes) : 0;
      }
      session.finish(reserved, block);
      return results.map((result, i) => {
        const address = addresses[i] as number;
        const source = sources[i];
        if (source) return this.#results.sharing(result, source, address);
        if (!resident || result.type === 'string') return this.#results.plain(result, address);
        const own = reserved[i] as number;
        this.#results.copy(result, address, own);
        reserved[i] = 0;
        return this.#parts.tensors.add(result, own);
      });
    } finally {
      for (const address of reserved) if (address !== 0) memory.release(address);
    }
  }

  #toTarget(run: Run, session: CallSession, target: Operand): void {
    const { operands } = run;
    const large = target.data && this.#preparedIfLarge(session, operands);
    if (large) {
      checkTarget(run, session, target);
      if (this.#slabs.run(session, operands, large, target.data)) return;
    }
    const block = this.#stage.enter(operands, session.room(operands));
    try {
      session.begin(operands, this.#stage.addresses, block);
      checkTarget(run, session, target);
      const [result] = session.results as [Placed];
      const mayDivide = target.data && !large && isLarge(session, operands);
      if (mayDivide && this.#slabs.run(session, operands, result, target.data)) return;
      if (mayDivide) session.begin(operands, this.#stage.addresses, block);
      this.#results.writeTo(session, target, block);
    } finally {
      this.#stage.leave(block);
    }
  }

  /** The result of an elementwise session on large arrays. */
  #preparedIfLarge(session: CallSession, operands: readonly Operand[]): Placed | undefined {
    return bytesIn(operands) > LARGE ? this.#slabs.prepared(session, operands) : undefined;
  }

  #plainInSlabs(
    session: CallSession,
    operands: readonly Operand[],
    result: Placed,
  ): Tensor | undefined {
    const { type, dims, size } = result;
    const array = this.#slabs.run(session, operands, result);
    return array && this.#parts.tensors.plain(type, dims, size, array);
  }
}

/** Whether so much is copied in and out by an elementwise session that slabs are faster. */
function isLarge(session: CallSession, operands: readonly Operand[]): boolean {
  const [result, ...others] = session.results;
  if (!result || others.length > 0) return false;
  const bytes = bytesOf(result.type, result.size) + bytesIn(operands);
  return bytes > LARGE && session.isElementwise;
}

function checkTarget({ of, operands }: Run, session: CallSession, target: Operand): void {
  const { results } = session;
  const [{ type, dims, layout }] = results as [Placed];
  if (results.length > 1)
    throw new ShapeError('out_of_several', expressionMessages.outOfSeveral(of));
  if (type === 'string') throw new DTypeError('out_type', messages.outStrings());
  checkOut(target, { type, dims, layout, inPlace: session.inPlace }, operands);
}

/** The operand that a result is, apart from its dims. */
function sharedOf(
  { type, size }: Placed,
  address: number,
  operands: readonly Operand[],
  addresses: readonly number[],
): Operand | undefined {
  // Strings are in JavaScript, and only the first operand may be shared.
  if (type === 'string') return operands[0];
  if (address === 0) return undefined;
  return operands.find(
    (operand, i) => addresses[i] === address && operand.type === type && operand.size === size,
  );
}
