/** The error clinic reads what the frameworks print. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importModule } from './lib/build.mjs';

const { diagnose, wouldPrint } = await importModule('clinic/messages.ts');

/** The messages as they are printed, with what surrounds them, and what is to be read from them. */
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
    // broadcast_to stretches the operand, and nothing stretches the shape that was asked for.
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
      "Dimensions must be equal, but are 4 and 3 for '{{node MatMul}} = MatMul[T=DT_FLOAT](a, b)' with input shapes: [2,4], [3,5].",
      { framework: 'TensorFlow', product: true },
    ],
    [
      'ValueError: shapes (3,4) and (3,) not aligned: 4 (dim 1) != 3 (dim 0)',
      { framework: 'NumPy', product: true },
    ],
    [
      'matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 3 is different from 4)',
      { framework: 'NumPy', product: true },
    ],
    [
      'RuntimeError: mat1 and mat2 shapes cannot be multiplied (3x4 and 3x5)',
      { framework: 'PyTorch', product: true },
    ],
  ];
  for (const [text, expected] of others) {
    test(text.slice(0, 110), () => assert.deepEqual(diagnose(text), expected));
  }
});

describe('anything else', () => {
  for (const text of ['', 'Segmentation fault', 'shapes (3,4)', '3,4 and 3']) {
    test(`“${text}” is not taken for one`, () => assert.equal(diagnose(text), undefined));
  }

  for (const text of ['(3,4) + (3)', '(3,4) (3,)', 'a.shape=(3,4), b.shape=(3,)', '[3, 4], [3]']) {
    test(`“${text}” is two shapes, whoever wrote it`, () =>
      assert.deepEqual(diagnose(text), { framework: 'Shapes', shapes: [[3, 4], [3]] }));
  }
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
