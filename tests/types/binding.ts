/**
 * The declarations of the wasm module in web/wasm/native.ts, compared with its registrations in
 * bindings/: a name, a parameter or a type on one side only does not compile. Emscripten declares
 * arrays as `any` and strings as a union, so those types are compared as far as possible.
 */
import type * as registered from '../../build/binding/module.js';
import type * as declared from '../../web/wasm/native.js';
import type * as taskTypes from '../../web/wasm/native-task.js';

/** Whether one type is assignable to the other, or both are objects with the same members. */
type Comparable<A, B> = [A] extends [B]
  ? true
  : [B] extends [A]
    ? true
    : [A | B] extends [object | null]
      ? SameNames<keyof NonNullable<A>, keyof NonNullable<B>>
      : false;

type SameNames<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

type ComparableLists<A extends readonly unknown[], B extends readonly unknown[]> = {
  [At in keyof A]: At extends keyof B ? Comparable<A[At], B[At]> : false;
}[number];

/** Whether two functions have the same number of parameters, of comparable types, and comparable results. */
type SameCall<A, B> = A extends (...given: infer TakenA) => infer GivenA
  ? B extends (...given: infer TakenB) => infer GivenB
    ? TakenA['length'] extends TakenB['length']
      ? false extends ComparableLists<TakenA, TakenB> | Comparable<GivenA, GivenB>
        ? false
        : true
      : false
    : false
  : Comparable<A, B>;

/** The members that differ. */
type Differences<A, B> = {
  [Name in keyof A | keyof B]: Name extends keyof A
    ? Name extends keyof B
      ? SameCall<A[Name], B[Name]> extends true
        ? never
        : Name
      : Name
    : Name;
}[keyof A | keyof B];

type Same<A, B> = [Differences<A, B>] extends [never] ? true : Differences<A, B>;

/** The views that Emscripten's glue keeps. */
type Heaps = Extract<keyof registered.MainModule, `HEAP${string}`>;
type Module = Omit<registered.MainModule, Heaps>;

/** JavaScript creates sessions and inferences only from drafts, and tasks from requests. */
type Registered = Omit<Module, 'ModelSession' | 'ModelInference' | 'ModelWorld' | 'Task'>;

export const module: Same<declared.NativeModule, Registered> = true;
export const modelDraft: Same<declared.NativeModelDraft, registered.ModelDraft> = true;
export const modelSession: Same<declared.NativeModelSession, registered.ModelSession> = true;
export const operatorVersion: Same<declared.NativeOperatorVersion, registered.OperatorVersion> =
  true;
export const modelInference: Same<declared.NativeModelInference, registered.ModelInference> = true;
export const modelWorld: Same<declared.NativeModelWorld, registered.ModelWorld> = true;
export const nodeFault: Same<declared.NativeNodeFault, registered.NodeFault> = true;
export const request: Same<declared.NativeRequest, registered.Request> = true;
export const refusal: Same<declared.NativeRefusal, registered.Refusal> = true;
export const task: Same<taskTypes.NativeTask, registered.Task> = true;
export const aligned: Same<declared.NativeAlignment, registered.Aligned> = true;
export const fanout: Same<declared.NativeFanout, registered.Fanout> = true;
export const facts: Same<declared.NativeFacts, registered.Facts> = true;
export const operand: Same<declared.NativeOperand, registered.AlignedOperand> = true;
export const memory: Same<declared.NativeMemoryFigures, registered.MemoryFigures> = true;
export const axis: Same<declared.NativeAxis, registered.AlignedAxis> = true;
export const finding: Same<declared.NativeFinding, registered.Finding> = true;
export const warning: Same<declared.NativeWarning, registered.Warning> = true;
export const fix: Same<declared.NativeFix, registered.Fix> = true;
export const sentence: Same<declared.NativeSentence, registered.Sentence> = true;
