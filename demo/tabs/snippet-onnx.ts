/** Nodes of ONNX and layers of ncnn. */
import { type ElementType, type OperatorName, operators } from '../state/operators.ts';
import { operandName, type Shape } from '../state/state.ts';
import { comment, type Given, isData, list, resultOf, typeAt } from './snippet-parts.ts';

const onnxTypes: Readonly<Record<ElementType, string>> = {
  float32: 'FLOAT',
  float64: 'DOUBLE',
  int32: 'INT32',
  uint8: 'UINT8',
  bool: 'BOOL',
};

export function onnx(given: Given): string {
  const { state, trace, explicit } = given;
  const legacy = state.rule === 'onnx-legacy';
  const floatMod = state.op === 'Mod' && state.type.startsWith('float');
  // ONNX has no attribute for ncnn's alignment: the 1s are written into the shapes.
  const shapes = (state.rule === 'ncnn' && explicit) || state.shapes;
  const names = state.shapes.map((_, p) => operandName(p));
  const attributes = legacy
    ? `, broadcast=${state.broadcast ? 1 : 0}${state.axis === null ? '' : `, axis=${state.axis}`}`
    : floatMod
      ? ', fmod=1'
      : '';
  const type = (t: ElementType) => `TensorProto.${onnxTypes[t]}`;
  const inputs = shapes.map((shape, p) =>
    isData(state, p)
      ? `  helper.make_tensor_value_info("${names[p]}", ${type(typeAt(state, p))}, ${list(shape)}),`
      : `  helper.make_tensor_value_info("${names[p]}", TensorProto.INT64, [${shape.length}]),`,
  );
  const made: ElementType = operators[state.op].truth ? 'bool' : state.type;
  const result = trace.outputShape ? list(trace.outputShape) : 'None';
  return [
    'from onnx import TensorProto, helper',
    '',
    ...(shapes === state.shapes ? [] : ['# with the 1s that ncnn puts in']),
    ...(floatMod ? ['# up to opset 27 a Mod of floats takes the sign of A'] : []),
    `node = helper.make_node("${state.op}", ${JSON.stringify(names)}, ["${resultOf(state)}"]${attributes})`,
    'graph = helper.make_graph([node], "broadcast", [',
    ...inputs,
    `], [helper.make_tensor_value_info("${resultOf(state)}", ${type(made)}, ${result})])`,
    `model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", ${legacy ? 6 : 21})])`,
    comment(given, '#'),
  ].join('\n');
}

/** ncnn's op_type numbers. */
export const ncnnNumbers: Readonly<Partial<Record<OperatorName, number>>> = {
  Add: 0,
  Sub: 1,
  Mul: 2,
  Div: 3,
  Max: 4,
  Min: 5,
  Pow: 6,
};

export function ncnn({ state, trace }: Given): string {
  const number = ncnnNumbers[state.op];
  const takes = state.rule === 'ncnn' || state.rule === 'numpy';
  if (number === undefined || state.shapes.length !== 2 || !takes) {
    return `# ncnn's BinaryOp does not represent ${state.op} here`;
  }
  const own = (shape: Shape) => `[${[...shape].reverse().join(',')}]`;
  const result = state.rule === 'ncnn' && trace.outputShape ? own(trace.outputShape) : undefined;
  return [
    `# A is ${own(state.shapes[0] ?? [])}, B is ${own(state.shapes[1] ?? [])}: innermost first`,
    `BinaryOp         op  2 1 A B C 0=${number}`,
    result
      ? `# result: ${result}`
      : '# the Rules compared tab says what ncnn makes of these shapes',
  ].join('\n');
}
