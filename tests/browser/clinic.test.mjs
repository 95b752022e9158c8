/** The error clinic reads the messages of frameworks. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importModule } from './lib/build.mjs';

const { diagnose, wouldPrint } = await importModule('clinic/messages.ts');

/** Messages as printed, with surrounding text, and the expected diagnosis. */
const messages = [
  [
    'ValueError: operands could not be broadcast together with shapes (4,3) (4,) ',
    { framework: 'NumPy', shapes: [[4, 3], [4]] },
  ],
  [
    'ValueError: operands could not be broadcast together with shapes (8,4,3) (2,1) ',
    {
      framework: 'NumPy',
      shapes: [
        [8, 4, 3],
        [2, 1],
      ],
    },
  ],
  [
    'operands could not be broadcast together with shapes (3,) (4,) (5,)',
    { framework: 'NumPy', shapes: [[3], [4], [5]] },
  ],
  [
    'operands could not be broadcast together with remapped shapes [original->remapped]: (2,3) (3,2)',
    {
      framework: 'NumPy',
      shapes: [
        [2, 3],
        [3, 2],
      ],
    },
  ],
  [
    'ValueError: shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 with shape (1, 3) and arg 2 with shape (2,).',
    { framework: 'NumPy', shapes: [[1, 3], [2]] },
  ],
  [
    "ValueError: non-broadcastable output operand with shape (3,1) doesn't match the broadcast shape (3,4)",
    {
      framework: 'NumPy',
      shapes: [
        [3, 1],
        [3, 4],
      ],
      output: true,
    },
  ],
  [
    'ValueError: could not broadcast input array from shape (3,) into shape (2,2)',
    { framework: 'NumPy', shapes: [[2, 2], [3]], intoFirst: true },
  ],
  [
    'RuntimeError: The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1',
    { framework: 'PyTorch', sizes: [4, 3], axis: 1 },
  ],
  [
    'The size of tensor a (197) must match the size of tensor b (768) at non-singleton dimension 2',
    { framework: 'PyTorch', sizes: [197, 768], axis: 2 },
  ],
  [
    'UserWarning: Using a target size (torch.Size([64])) that is different to the input size (torch.Size([64, 1])). This will likely lead to incorrect results due to broadcasting.',
    { framework: 'PyTorch', shapes: [[64, 1], [64]] },
  ],
  [
    'Using a target size (torch.Size([1, 10])) that is different to the input size (torch.Size([10])).',
    { framework: 'PyTorch', shapes: [[10], [1, 10]] },
  ],
  [
    "RuntimeError: output with shape [3, 1] doesn't match the broadcast shape [3, 4]",
    {
      framework: 'PyTorch',
      shapes: [
        [3, 1],
        [3, 4],
      ],
      output: true,
    },
  ],
  [
    'RuntimeError: The expanded size of the tensor (3) must match the existing size (4) at non-singleton dimension 1.  Target sizes: [2, 3].  Tensor sizes: [2, 4]',
    {
      framework: 'PyTorch',
      shapes: [
        [2, 3],
        [2, 4],
      ],
      intoFirst: true,
    },
  ],
  [
    'TypeError: add got incompatible shapes for broadcasting: (3,), (4,).',
    { framework: 'JAX', shapes: [[3], [4]] },
  ],
  [
    'TypeError: sub got incompatible shapes for broadcasting: (10, 1), (2, 10, 3).',
    {
      framework: 'JAX',
      shapes: [
        [10, 1],
        [2, 10, 3],
      ],
    },
  ],
  [
    'ValueError: Incompatible shapes for broadcasting: shapes=[(2, 3), (4,)]',
    { framework: 'JAX', shapes: [[2, 3], [4]] },
  ],
  [
    'InvalidArgumentError: Incompatible shapes: [869] vs. [79,11]',
    { framework: 'TensorFlow', shapes: [[869], [79, 11]] },
  ],
  [
    'InvalidArgumentError:  Incompatible shapes: [32,10] vs. [32] [[node loss/sub (defined at train.py:12)]]',
    { framework: 'TensorFlow', shapes: [[32, 10], [32]] },
  ],
  [
    '{{function_node __wrapped__AddV2}} Incompatible shapes: [2,3] vs [3,2] [Op:AddV2]',
    {
      framework: 'TensorFlow',
      shapes: [
        [2, 3],
        [3, 2],
      ],
    },
  ],
  [
    'Non-zero status code returned while running Add node. Name:"Add_5" Status Message: element_wise_ops.h:503 void onnxruntime::BroadcastIterator::Append(ptrdiff_t, ptrdiff_t) axis == 1 || axis == largest was false. Attempting to broadcast an axis by a dimension other than 1. 15 by 64',
    { framework: 'ONNX Runtime', sizes: [15, 64] },
  ],
  [
    "Non-zero status code returned while running Where node. Name:'Where_2' Attempting to broadcast an axis by a dimension other than 1. 128 by 131",
    { framework: 'ONNX Runtime', sizes: [128, 131] },
  ],
  [
    'BroadcastIterator::Init axis == 1 || axis == largest was false. Attempting to broadcast an axis by a dimension other than 1. 0 by 1',
    { framework: 'ONNX Runtime', sizes: [0, 1] },
  ],
  ['Can broadcast 0 by 0 or 1. 5 is invalid.', { framework: 'ONNX Runtime', sizes: [0, 5] }],
  [
    'Traceback (most recent call last):\n  File "loss.py", line 3, in <module>\n    d = a - b\nValueError: operands could not be broadcast together with\n shapes (2,3,4) (2,)',
    { framework: 'NumPy', shapes: [[2, 3, 4], [2]] },
  ],
];

describe('24 messages', () => {
  assert.equal(messages.length, 24);
  for (const [text, expected] of messages) {
    test(text.replace(/\s+/g, ' ').slice(0, 110), () => {
      assert.deepEqual(diagnose(text), expected);
    });
  }
});

describe('messages of the same libraries that name more, or something else', () => {
  const from = (framework, shapes) => ({ framework, shapes });
  const into = (shapes) => ({ ...from('NumPy', shapes), intoFirst: true });
  const prefix = 'could not be broadcast together with remapped shapes [original->remapped]:';
  const others = [
    // nditer_constr.c writes an operand's own shape, an arrow, and the one that is broadcast.
    [
      `${prefix} (2,3)->(2,newaxis,3) (4,5)->(newaxis,5,4)`,
      from('NumPy', [
        [2, 1, 3],
        [1, 5, 4],
      ]),
    ],
    [
      `${prefix} (3,2)->(2,3) (3,2)->(3,2)`,
      from('NumPy', [
        [2, 3],
        [3, 2],
      ]),
    ],
    // broadcast_to stretches the operand, but never the requested shape.
    [
      `${prefix} (3,2)  and requested shape (2,3)`,
      into([
        [2, 3],
        [3, 2],
      ]),
    ],
    [
      'shape mismatch: value array of shape (3,) could not be broadcast to indexing result of shape (2,)',
      into([[2], [3]]),
    ],
    [
      "Dimensions must be equal, but are 4 and 3 for '{{node add}} = AddV2[T=DT_FLOAT](x, y)' with input shapes: [3,4], [3].",
      from('TensorFlow', [[3, 4], [3]]),
    ],
    [
      "Dimensions must be equal, but are 10 and 5 for '{{node add}} = AddV2[T=DT_FLOAT](MatMul, b)' with input shapes: [2,10], [5].",
      from('TensorFlow', [[2, 10], [5]]),
    ],
    [
      "Dimensions must be equal, but are 4 and 3 for '{{node MatMul}} = MatMul[T=DT_FLOAT](a, b)' with input shapes: [2,4], [3,5].",
      { framework: 'Shapes', topic: 'product' },
    ],
    [
      'ValueError: shapes (3,4) and (3,) not aligned: 4 (dim 1) != 3 (dim 0)',
      { framework: 'Shapes', topic: 'product' },
    ],
    [
      'matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 3 is different from 4)',
      { framework: 'Shapes', topic: 'product' },
    ],
    [
      'RuntimeError: mat1 and mat2 shapes cannot be multiplied (3x4 and 3x5)',
      { framework: 'Shapes', topic: 'product' },
    ],
    ['(3,4) @ (4,5)', { framework: 'Shapes', topic: 'product' }],
    [
      'ValueError: all the input array dimensions except for the concatenation axis must match exactly, but along dimension 0, the array at index 0 has size 3 and the array at index 1 has size 4',
      { framework: 'Shapes', topic: 'join' },
    ],
    [
      'RuntimeError: Sizes of tensors must match except in dimension 1. Expected size 3 but got size 4 for tensor number 1 in the list.',
      { framework: 'Shapes', topic: 'join' },
    ],
    [
      'Unable to allocate 74.5 GiB for an array with shape (100000, 100000) and data type float64',
      { framework: 'Shapes', topic: 'memory' },
    ],
    [
      'ResourceExhaustedError: OOM when allocating tensor with shape[60000,60000] and type float',
      { framework: 'Shapes', topic: 'memory' },
    ],
    ['A: 3x4, B: 3', from('Shapes', [[3, 4], [3]])],
    ['x = 3,4; y = 3', from('Shapes', [[3, 4], [3]])],
  ];
  for (const [text, expected] of others) {
    test(text.slice(0, 110), () => assert.deepEqual(diagnose(text), expected));
  }
});

describe('messages of other libraries, and of other versions', () => {
  const a = (framework, ...shapes) => ({ framework, shapes });
  const unnamed = (...shapes) => a('Shapes', ...shapes);
  const into = (framework, ...shapes) => ({ ...a(framework, ...shapes), intoFirst: true });
  const open = (framework, ...shapes) => ({ ...a(framework, ...shapes), open: true });
  const others = [
    [
      'ValueError: operands could not be broadcast together with shapes (150,400,400) (150,) (150,400,400) \n',
      a('NumPy', [150, 400, 400], [150], [150, 400, 400]),
    ],
    [
      'ValueError: operands could not be broadcast together with shapes (219814 ,) (249552,)',
      a('NumPy', [219814], [249552]),
    ],
    [
      'ValueError: Operands could not be broadcast together with shapes (136, 240, 256) (135, 240, 256)',
      a('NumPy', [136, 240, 256], [135, 240, 256]),
    ],
    [
      'operands could not be broadcast together with shapes (3,4) vs (3,)',
      { framework: 'Shapes', shapes: [[3, 4], [3]] },
    ],
    [
      'operands could not be broadcast together: x.shape=(3,4), y.shape=(3,)',
      { framework: 'Shapes', shapes: [[3, 4], [3]] },
    ],
    [
      'operands could not be broadcast together with shapes (3,4) (3,)\n\nDuring handling of the above exception, in fit(7) at shape (9,9)',
      a('NumPy', [3, 4], [3]),
    ],
    [
      'Operands could not be broadcast together with shapes (3,) (2,4) and with the config option jax_numpy_rank_promotion=raise',
      a('NumPy', [3], [2, 4]),
    ],
    [
      'shape mismatch: indexing arrays could not be broadcast together with shapes (2,) (3,)',
      a('NumPy', [2], [3]),
    ],
    [
      'shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]',
      a('PyTorch', [2], [3]),
    ],
    [
      'shape mismatch: value tensor of shape [802816] cannot be broadcast to indexing result of shape [0]',
      into('PyTorch', [0], [802816]),
    ],
    [
      'RuntimeError: expand(torch.FloatTensor{[3, 4]}, size=[3]): the number of sizes provided (1) must be greater or equal to the number of dimensions in the tensor (2)',
      into('PyTorch', [3], [3, 4]),
    ],
    [
      'Using a target size (torch.Size([16])) that is different to the input size (torch.Size([16, 1])) is deprecated. Please ensure they have the same size.',
      a('PyTorch', [16, 1], [16]),
    ],
    [
      'size mismatch, m1: [3 x 4], m2: [3 x 5] at /pytorch/aten/src/TH/generic/THTensorMath.cpp:752',
      { framework: 'Shapes', topic: 'product' },
    ],
    [
      'Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 5].',
      { framework: 'Shapes', topic: 'product' },
    ],
    [
      'Incompatible shapes for broadcasting: (3,) and requested shape (2, 2)',
      into('JAX', [2, 2], [3]),
    ],
    ['Incompatible shapes for broadcasting: ((2, 4), (1, 2))', a('JAX', [2, 4], [1, 2])],
    [
      'TypeError: dot_general requires contracting dimensions to have the same shape, got (3,) and (4,).',
      { framework: 'Shapes', topic: 'product' },
    ],
    ['Binary op add with incompatible shapes: f32[3,4] and f32[3].', unnamed([3, 4], [3])],
    [
      "Node: 'gradient_tape/mul' Incompatible shapes: [?,10] vs. [32] [[node loss]]",
      open('TensorFlow', [2, 10], [32]),
    ],
    [
      "Dimensions must be equal, but are 10 and 5 for '{{node add}} = AddV2[T=DT_FLOAT](x, y)' with input shapes: [?,10], [32,5].",
      open('TensorFlow', [32, 10], [32, 5]),
    ],
    [
      "Dimensions must be equal, but are 32 and 256 for 'P5/BroadcastTo' (op: 'BroadcastTo') with input shapes: [?,32,32], [4] and with input tensors computed as partial shapes: input[1] = [?,32,32,256].",
      { ...into('TensorFlow', [2, 32, 32, 256], [32, 32, 32]), open: true },
    ],
    [
      'Matrix size-incompatible: In[0]: [2,3], In[1]: [4,5] [Op:MatMul]',
      { framework: 'Shapes', topic: 'product' },
    ],
    [
      'ValueError: Inputs have incompatible shapes. Received shapes (112, 112, 32) and (56, 56, 32)',
      unnamed([112, 112, 32], [56, 56, 32]),
    ],
    [
      'Operands could not be broadcast together with shapes (None, None, 3) (None, None, 64)',
      open('NumPy', [2, 2, 3], [2, 2, 64]),
    ],
    [
      'ValueError: Shapes (None, 1) and (None, 10) are incompatible',
      open('Shapes', [2, 1], [2, 10]),
    ],
    [
      'ValueError: `logits` and `labels` must have the same shape, received ((32, 1) vs (32,)).',
      unnamed([32, 1], [32]),
    ],
    ['operands could not be broadcast together with shapes (N,3) (N,)', open('NumPy', [2, 3], [2])],
    [
      'Uncaught Error: Operands could not be broadcast together with shapes 1,128,128,64 and 0.',
      a('TensorFlow.js', [1, 128, 128, 64], [0]),
    ],
    [
      '[Error: Operands could not be broadcast together with shapes 285 and 285,39.]',
      a('TensorFlow.js', [285], [285, 39]),
    ],
    [
      "[E:onnxruntime:, sequential_executor.cc:333 Execute] Non-zero status code returned while running Add node. Name:'Add_1103' Status Message: Add_1103: right operand cannot broadcast on dim 3 LeftShape: {1,3,20,20,2}, RightShape: {1,1,21,12,2}\nERROR: infer_trtis_server.cpp:258 LeftShape: {1,3,20,20,2}, RightShape: {1,1,21,12,2}",
      a('ONNX Runtime', [1, 3, 20, 20, 2], [1, 1, 21, 12, 2]),
    ],
    [
      "loc(\"\"): error: 'onnx.Mul' op Broadcast op with incompatible types: 'tensor<1x64x112x112xf32>', 'tensor<64xf32>'",
      unnamed([1, 64, 112, 112], [64]),
    ],
    [
      '(Unnamed Layer* 3) [ElementWise]: elementwise inputs must have same dimensions or follow broadcast rules (input dimensions were [2,160,128] and [1,2,128]).',
      unnamed([2, 160, 128], [1, 2, 128]),
    ],
    [
      "While validating node 'opset1::Multiply Multiply_10232 (Mul_39_copy[0]:f32[512,512,3,3], Constant_10185[0]:f32[1,512,4,4]) -> (dynamic[...])' with friendly_name 'Multiply_10232':\nArgument shapes are inconsistent.",
      unnamed([512, 512, 3, 3], [1, 512, 4, 4]),
    ],
    [
      "While validating node 'v1::Multiply (Mul_39_copy[0]:f32{512,512,3,3}, Constant_9519[0]:f32{1,512,4,4}) -> (dynamic...)'",
      unnamed([512, 512, 3, 3], [1, 512, 4, 4]),
    ],
    [
      'Error: Incompatible broadcast type TensorType([1, 24, 54, 55], float32) and TensorType([1, 24, 53, 54], float32)',
      unnamed([1, 24, 54, 55], [1, 24, 53, 54]),
    ],
    [
      'AssertionError: Eltwise binary ops must have the same shape in both inputs, or one operand must be 1 wide to broadcast [1, 64, 55, 55] vs [1, 1, 64, 1]',
      unnamed([1, 64, 55, 55], [1, 1, 64, 1]),
    ],
    [
      'ValueError: Incompatible dim 1 in shapes (is14, 18, 32, 512) vs. (is14, 17, 31, 512)',
      open('Shapes', [2, 18, 32, 512], [2, 17, 31, 512]),
    ],
    [
      "Espresso reports 'Invalid blob shape', 'Cannot broadcast [2, 3, 80, 144, 1] and [2, 1, 80, 144, 1] outputs",
      unnamed([2, 3, 80, 144, 1], [2, 1, 80, 144, 1]),
    ],
    [
      'InvalidArgumentError: Broadcast dimension mismatch. Operands could not be broadcast together with the shape of X = [1, 96, 3, 20] and the shape of Y = [1, 96, 4, 20]. Received [3] in X is not equal to [4] in Y at i:2.\n [Hint: Expected x_dims_array[i] == y_dims_array[i]]',
      a('Paddle', [1, 96, 3, 20], [1, 96, 4, 20]),
    ],
    [
      'DimensionMismatch("arrays could not be broadcast to a common size; got a dimension with lengths 22 and 106")\nStacktrace:\n [1] _bcs1 at .\\broadcast.jl:490 [inlined]\n [2] _bcs',
      { framework: 'Julia', sizes: [22, 106] },
    ],
    [
      'DimensionMismatch: dimensions must match: a has dims (Base.OneTo(3), Base.OneTo(4)), b has dims (Base.OneTo(3),), mismatch at 2',
      unnamed([3, 4], [3]),
    ],
    [
      'ERROR: DimensionMismatch: A has dimensions (3,4) but B has dimensions (3,5)',
      { framework: 'Shapes', topic: 'product' },
    ],
    [
      'ShapeMismatchBinaryOp { lhs: [4, 8, 32], rhs: [8, 32], op: "add" }',
      unnamed([4, 8, 32], [8, 32]),
    ],
    [
      "panicked at 'ndarray: could not broadcast array from shape: [2] to: [1]', /registry/src/lib.rs:1529:13",
      into('NumPy', [1], [2]),
    ],
    [
      'ValueError: [broadcast_shapes] Shapes (3,4) and (3) cannot be broadcast.',
      unnamed([3, 4], [3]),
    ],
    [
      'xt::broadcast_error: Incompatible dimension of arrays:\n LHS shape = (3, 4)\n RHS shape = (3)',
      unnamed([3, 4], [3]),
    ],
    [
      'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    y = f(x.sum(dim=(1, 2)), w.view(2))\nRuntimeError: shapes (3, 4) and (3,) do not fit',
      unnamed([3, 4], [3]),
    ],
    // N is no 2 here: the shapes do not fit.
    ['shapes (N,2) (N,) and batch', open('Shapes', [3, 2], [3])],
    ['Cannot add 2×3 Matrix{Float64} and 4×1 Matrix{Float64}', unnamed([2, 3], [4, 1])],
    ['Size of a: 1x11, size of b: 1x500', unnamed([1, 11], [1, 500])],
  ];
  for (const [text, expected] of others) {
    test(text.replace(/\s+/g, ' ').slice(0, 110), () => assert.deepEqual(diagnose(text), expected));
  }
});

describe('anything else', () => {
  const nothing = [
    '',
    'Segmentation fault',
    'shapes (3,4)',
    '3, 4, 3',
    '3 4',
    'a[0] + b[1]',
    'main() called f() at 0x7f3cb8f68e18 (most recent call last)',
    // The numbers are ranks and sizes of one axis, not shapes.
    '(op_type:Add): [ShapeInferenceError] Inferred shape and existing shape differ in rank: (2) vs (1)',
    '[ShapeInferenceError] Inferred shape and existing shape differ in dimension 0: (200) vs (250)',
    'onnxruntime.capi.onnxruntime_pybind11_state.Fail: [ONNXRuntimeError] : 1 : FAIL : Node (Mul_1756) Op (Mul) [ShapeInferenceError] Incompatible dimensions\n line 188, in run 65 99',
    '[Web] Kernel "[Add] /model/conv1/Add" failed. Error: Can\'t perform binary op on the given tensors',
    'Error Code 4: Miscellaneous (IElementWiseLayer Mul_1384: broadcast dimensions must be conformable)',
    'Error using  +\nArrays have incompatible sizes for this operation.',
    'Error using  .*  Matrix dimensions must agree.',
    'ERROR: DimensionMismatch: array could not be broadcast to match destination\nStacktrace:\n [1] check_broadcast_shape\n [2] copyto!',
    'Assertion failed: aLhs.rows() == aRhs.rows() && aLhs.cols() == aRhs.cols(), file CwiseBinaryOp.h, line 110',
    'For Add, the first input shape at dim T.int64(1) is T.int64(4) and the second input shape at dim T.int64(0) is T.int64(3), which are not broadcastable.',
    'cannot reshape array of size 12 into shape (5,)',
  ];
  for (const text of nothing) {
    test(`“${text.slice(0, 90)}” is not taken for one`, () =>
      assert.equal(diagnose(text), undefined));
  }

  const bare = [
    '(3,4) + (3)',
    '(3,4) (3,)',
    'a.shape=(3,4), b.shape=(3,)',
    '[3, 4], [3]',
    '3,4 and 3',
    '3x4 + 3',
    '3×4 vs. 3',
    '3,4 | 3',
    '3, 4 3',
    '3x4 3',
    '(3, 4)\n(3,)',
    '（3，4）（3，）',
    'torch.Size([3, 4]) torch.Size([3])',
    'TensorShape([3, 4]) and TensorShape([3])',
    'x: f32[3,4]{1,0}, y: f32[3]{0}',
    'float32[3,4] + float32[3]',
    "'tensor<3x4xf32>', 'tensor<3xf32>'",
    'shape {3, 4} with shape {3}',
    '(3L, 4L) (3L,)',
    'np.ones((3, 4)) + np.ones(3)',
    'torch.rand(3, 4) * torch.rand(3)',
  ];
  for (const text of bare) {
    test(`“${text}” is two shapes in every spelling`, () =>
      assert.deepEqual(diagnose(text), { framework: 'Shapes', shapes: [[3, 4], [3]] }));
  }

  test('a scalar is a shape, and three shapes are three', () => {
    assert.deepEqual(diagnose('() (3,)').shapes, [[], [3]]);
    assert.deepEqual(diagnose('(2,1), (1,3) and ()').shapes, [[2, 1], [1, 3], []]);
    assert.deepEqual(diagnose('4x1 + 3 + 2,1,1').shapes, [[4, 1], [3], [2, 1, 1]]);
  });
});

describe('what each would print', () => {
  test('is read back', () => {
    const shapes = [[3, 4], [3]];
    for (const [framework, text] of wouldPrint(shapes, {
      axis: 1,
      operands: [0, 1],
      sizes: [4, 3],
    })) {
      const read = diagnose(text);
      assert.equal(read.framework, framework);
      if (read.shapes) assert.deepEqual(read.shapes, shapes);
      else assert.deepEqual(read.sizes, [4, 3]);
    }
  });

  test('names two that disagree, among several', () => {
    const conflict = { axis: 0, operands: [0, 2, 3], sizes: [3, 3, 4] };
    const printed = new Map(wouldPrint([[3], [1], [3], [4]], conflict));
    assert.match(printed.get('PyTorch'), /tensor a \(3\) .* tensor b \(4\)/);
    assert.match(printed.get('TensorFlow'), /: \[3\] vs\. \[4\]$/);
    assert.match(printed.get('ONNX Runtime'), / 3 by 4$/);
    assert.match(printed.get('NumPy'), /shapes \(3,\) \(1,\) \(3,\) \(4,\)$/);
  });
});
