/**
 * The cases: operators with each value of their attributes; elementwise operators in every type, at lengths that
 * are no multiple of a vector's; products and convolutions; and the models of tests/clients.
 */
import { models } from '../clients/models/index.mjs';
import { isRandom } from '../fuzzers/bits.mjs';
import { newestRows, opsetsFor, variantsOf, writtenAttributes } from '../onnx/attributes/rows.mjs';
import { encodeModel } from '../onnx/models.mjs';
import { randomFrom } from '../rules/support.mjs';

const base64 = (bytes) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
const written = ({ type, dims, data }) => ({
  type,
  dims,
  data: type === 'string' ? data : base64(data),
});

/** A case of one node, whose inputs are fed. */
function nodeCase(
  name,
  { op, domain = '', attributes, inputs, count = 1, opsets = { opset: 22 } },
) {
  const names = inputs.map((input, i) => (input ? `in${i}` : ''));
  const feeds = inputs.flatMap((input, i) => (input ? [[`in${i}`, input]] : []));
  const outputs = Array.from({ length: count }, (_, i) => `out${i}`);
  const model = encodeModel({
    ...opsets,
    inputs: feeds.map(([name, { type }]) => ({ name, type })),
    outputs: outputs.map((name) => ({ name, type: null })),
    nodes: [{ op, domain, attributes, inputs: names, outputs }],
  });
  const given = feeds.map(([name, feed]) => [name, written(feed)]);
  return { name, model: base64(model), feeds: Object.fromEntries(given), outputs };
}

/** Random operators return the same results only with a seed. */
const isRepeatable = (version, { seed }) => !isRandom(version) || seed !== undefined;

/** The newest version of every operator, with each value of its attributes. */
const rowCases = () =>
  newestRows().flatMap(([version, row], i) =>
    variantsOf(row)
      .filter((attributes) => isRepeatable(version, attributes))
      .map((attributes, k) =>
        nodeCase(`${version.operator}: row ${i}, attributes ${k}`, {
          op: version.operator,
          domain: version.domain,
          attributes: writtenAttributes(version.attributes, attributes),
          inputs: row.inputs,
          count: row.outputs,
          opsets: opsetsFor(version),
        }),
      ),
  );

const FLOATS = ['float32', 'float64', 'float16', 'bfloat16'];
const INTEGERS = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64'];
const TYPES = [...FLOATS, ...INTEGERS, 'bool'];

const UNARY =
  'Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Ceil Celu Cos Cosh Elu Erf Exp Floor Gelu HardSigmoid HardSwish ' +
  'IsInf IsNaN LeakyRelu Log Mish Neg Not Reciprocal Relu Round Selu Sigmoid Sign Sin Sinh Softplus Softsign Sqrt ' +
  'Tan Tanh ThresholdedRelu ReduceSum ReduceMean ReduceMax ReduceL2 ReduceLogSumExp ReduceProd Softmax LogSoftmax';
const BINARY =
  'Add And BitwiseAnd BitwiseOr BitwiseXor Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Mul ' +
  'Or PRelu Pow Sub Sum Xor';

const ARRAYS = {
  ...{ float32: Float32Array, float64: Float64Array, float16: Uint16Array, bfloat16: Uint16Array },
  ...{ int64: BigInt64Array, uint64: BigUint64Array, int32: Int32Array, uint32: Uint32Array },
  ...{
    int16: Int16Array,
    uint16: Uint16Array,
    int8: Int8Array,
    uint8: Uint8Array,
    bool: Uint8Array,
  },
};

const tensor = (type, dims, elementAt) => {
  const size = dims.reduce((product, n) => product * n, 1);
  return { type, dims, data: ARRAYS[type].from({ length: size }, (_, i) => elementAt(i)) };
};

const SPECIAL = [Number.NaN, Infinity, -Infinity, -0, 0, 1e-310, 1e-40, 1e30];
/** The bits of 1, and the step in bits from a number to its double. */
const SMALL_FLOATS = { float16: [0x3c00, 0x400], bfloat16: [0x3f80, 0x80] };
const isSpecial = (i) => i % 61 === 7;

/** A float between -8 and 8, or a special value. The magnitudes of 16-bit floats start at 1/8. */
function float(next, type, i) {
  if (!SMALL_FLOATS[type])
    return isSpecial(i) ? SPECIAL[Math.floor(next() * SPECIAL.length)] : (next() - 0.5) * 16;
  if (isSpecial(i)) return Math.floor(next() * 0x10000);
  const [one, octave] = SMALL_FLOATS[type];
  return (next() < 0.5 ? 0x8000 : 0) + one + Math.floor((next() - 0.5) * 6 * octave);
}

/** An integer of up to four bits; special ones use all bits. */
function integer(next, type, i) {
  const bits = type === 'bool' ? 1 : Number(/\d+/.exec(type)[0]);
  const any = Math.floor(next() * 2 ** (isSpecial(i) ? Math.min(bits, 53) : Math.min(bits, 4)));
  return bits === 64 ? BigInt(any) : any;
}

const random = (next, type, dims) =>
  tensor(type, dims, (i) => (FLOATS.includes(type) ? float : integer)(next, type, i));

/** Every operator with every type, including types that it rejects. */
function loopCases() {
  const next = randomFrom(40);
  const dims = [7, 143];
  const ofType = (type) => [
    ...UNARY.split(' ').map((op) => [op, [random(next, type, dims)]]),
    ...BINARY.split(' ').map((op) => [op, [random(next, type, dims), random(next, type, [143])]]),
  ];
  const attributesOf = (op, type) => (op === 'Mod' && FLOATS.includes(type) ? { fmod: 1 } : {});
  return TYPES.flatMap((type) =>
    ofType(type).map(([op, inputs]) =>
      nodeCase(`${op}: ${type}`, { op, inputs, attributes: attributesOf(op, type) }),
    ),
  );
}

function productCases() {
  const next = randomFrom(41);
  const positive = ([one, octave]) => one + Math.floor((next() - 1) * 3 * octave);
  const finite = (type, dims) =>
    tensor(type, dims, () => (SMALL_FLOATS[type] ? positive(SMALL_FLOATS[type]) : next() - 0.5));
  const rows = [1, 2, 5, 33];
  const products = FLOATS.flatMap((type) =>
    rows.flatMap((m) => [
      nodeCase(`MatMul: ${type}, ${m} rows`, {
        op: 'MatMul',
        inputs: [finite(type, [m, 70]), finite(type, [70, 45])],
      }),
      nodeCase(`Gemm: ${type}, ${m} rows, transposed`, {
        op: 'Gemm',
        attributes: { transB: 1 },
        inputs: [finite(type, [m, 70]), finite(type, [45, 70]), finite(type, [45])],
      }),
    ]),
  );
  const windows = ['float32', 'float16'].flatMap((type) =>
    [
      [1, 3],
      [2, 3],
      [1, 1],
      [1, 5],
    ].flatMap(([stride, kernel]) =>
      [1, 8].map((group) =>
        nodeCase(`Conv: ${type}, ${kernel}, stride ${stride}, ${group} groups`, {
          op: 'Conv',
          attributes: { strides: [stride, stride], group },
          inputs: [finite(type, [1, 8, 21, 23]), finite(type, [16, 8 / group, kernel, kernel])],
        }),
      ),
    ),
  );
  const bytes = ['int8', 'uint8'].map((type) =>
    nodeCase(`MatMulInteger: ${type}`, {
      op: 'MatMulInteger',
      inputs: [random(next, 'uint8', [5, 70]), random(next, type, [70, 45])],
    }),
  );
  return [...products, ...windows, ...bytes];
}

/** One of each architecture: seven tokens, half a second of sound or a small image, and caches of three tokens. */
const MODELS = 'embeddings chat chat-groups letters speech classes segments matte'.split(' ');
const FORMS = ['fp32', 'fp16', 'q8', 'q4'];
const SIZES = {
  ...{ sequence_length: 7, past_sequence_length: 3, total_sequence_length: 10 },
  ...{ height: 40, width: 24 },
};

/** Tokens, a mask of ones, sound or an image. */
function fed(next, { name, type, dims }) {
  const sizes = dims.map((size) => (typeof size === 'number' ? size : (SIZES[size] ?? 1)));
  if (name === 'input_values') sizes[1] = 8000;
  if (name.endsWith('mask')) return tensor(type, sizes, () => 1n);
  if (type === 'int64')
    return tensor(type, sizes, (i) => BigInt(i % (name === 'token_type_ids' ? 2 : 7)));
  return tensor(type, sizes, () =>
    type === 'float16' ? 0x3400 + Math.floor(next() * 0x400) : next(),
  );
}

function modelCase(name, form) {
  const next = randomFrom(42);
  const graph = Object.values(models[name].graphs)[0](form);
  const feeds = graph.inputs.map((input) => [input.name, written(fed(next, input))]);
  return {
    name: `${name} ${form}`,
    model: base64(graph.encode()),
    feeds: Object.fromEntries(feeds),
    outputs: graph.outputs.map((output) => output.name),
  };
}

const modelCases = () => MODELS.flatMap((name) => FORMS.map((form) => modelCase(name, form)));

/**
 * @returns {Promise<{name: string, cases: object[], fewest: number, multiplies: boolean}[]>} fewest is the minimum
 *   number of cases with a result; multiplies marks a family whose results may differ in relaxed SIMD
 */
export const allFamilies = async () => [
  {
    name: 'operators with each attribute',
    cases: rowCases(),
    fewest: 1208,
    multiplies: true,
  },
  {
    name: 'elementwise operators and reductions, 13 types',
    cases: loopCases(),
    fewest: 443,
    multiplies: false,
  },
  { name: 'products and convolutions', cases: productCases(), fewest: 50, multiplies: true },
  { name: 'models, 4 forms of weights', cases: modelCases(), fewest: 32, multiplies: true },
];
