/** Functions of a model: each call becomes the nodes of the function's body. */
import { ModelError } from './errors.js';
import { onnxMessages } from './messages.js';
import { type ModelNode, nodeOf, opsetsOf, type Rename } from './model-node.js';
import type { AttributeProto, FunctionProto } from './schema.js';

/** Maximum number of nodes and calls; functions that call each other twice would grow exponentially. */
const MOST_NODES = 100_000;

type Identity = Pick<FunctionProto, 'domain' | 'name' | 'overload'>;

/** The unique key of a function. */
const keyOf = ({ domain = '', name = '', overload = '' }: Identity): string =>
  JSON.stringify([domain === 'ai.onnx' ? '' : domain, name, overload]);

/** The key for messages: `domain.name`, followed by a colon and the overload if there is one. */
const textOf = ({ domain = '', name = '', overload = '' }: Identity): string =>
  `${domain === 'ai.onnx' || !domain ? '' : `${domain}.`}${name}${overload && `:${overload}`}`;

/** The attributes of a node in a body: references to the function's attributes get the call's values. */
function resolved(
  protos: readonly AttributeProto[],
  call: ReadonlyMap<string, AttributeProto>,
): AttributeProto[] {
  return protos.flatMap((proto) => {
    if (!proto.refAttrName) return [proto];
    const value = call.get(proto.refAttrName);
    return value ? [{ ...value, name: proto.name }] : [];
  });
}

class Unfolding {
  readonly #functions = new Map<string, FunctionProto>();
  readonly #nodes: ModelNode[] = [];
  #added = 0;

  constructor(functions: readonly FunctionProto[]) {
    for (const one of functions) {
      const key = keyOf(one);
      if (this.#functions.has(key))
        throw new ModelError('invalid_model', onnxMessages.functionTwice(textOf(one)));
      this.#functions.set(key, one);
    }
  }

  get nodes(): ModelNode[] {
    return this.#nodes;
  }

  add(node: ModelNode, callers: readonly string[]): void {
    if (++this.#added > MOST_NODES)
      throw new ModelError('invalid_model', onnxMessages.functionCount());
    const key = keyOf({ ...node, name: node.operator });
    const called = this.#functions.get(key);
    if (!called) {
      this.#nodes.push(node);
      return;
    }
    if (callers.includes(key))
      throw new ModelError('invalid_model', onnxMessages.functionCycle(textOf(called)), [
        node.name,
      ]);
    this.#addBody(node, called, [...callers, key]);
  }

  #addBody(call: ModelNode, body: FunctionProto, callers: readonly string[]): void {
    this.#check(call, body);
    const opsets = opsetsOf(body.opsetImport);
    const values = new Map(body.attributeProto.map((proto) => [proto.name ?? '', proto]));
    for (const proto of call.attributes.protos) values.set(proto.name ?? '', proto);
    const rename = renaming(call, body);
    body.node.forEach((proto, position) => {
      const inner = {
        ...proto,
        name: `${call.name}/${proto.name || `${proto.opType}#${position}`}`,
        input: proto.input.map(rename),
        output: proto.output.map(rename),
        attribute: resolved(proto.attribute, values),
      };
      this.add(nodeOf(inner, position, opsets, rename), callers);
    });
  }

  #check(call: ModelNode, { input, output, node, name = '' }: FunctionProto): void {
    const fail = (message: string) => new ModelError('invalid_node', message, [call.name]);
    if (call.inputs.length > input.length)
      throw fail(onnxMessages.functionInputs(call.label, call.inputs.length, input.length));
    if (call.outputs.length > output.length)
      throw fail(onnxMessages.functionOutputs(call.label, call.outputs.length, output.length));
    const made = new Set(node.flatMap((one) => one.output));
    for (const wanted of output)
      if (!made.has(wanted)) throw fail(onnxMessages.functionOutput(name, wanted));
  }
}

/** Maps names of a body: inputs and outputs to the call's, intermediates to fresh names. */
function renaming(call: ModelNode, body: FunctionProto): Rename {
  const names = new Map<string, string>([['', '']]);
  body.input.forEach((name, i) => {
    names.set(name, call.inputs[i] ?? '');
  });
  body.output.forEach((name, i) => {
    if (call.outputs[i]) names.set(name, call.outputs[i]);
  });
  return (name) => names.get(name) ?? `${call.name}/${name}`;
}

/** The nodes, with every call of a function replaced by its body. */
export function unfold(
  nodes: readonly ModelNode[],
  functions: readonly FunctionProto[],
): ModelNode[] {
  const unfolding = new Unfolding(functions);
  for (const node of nodes) unfolding.add(node, []);
  return unfolding.nodes;
}
