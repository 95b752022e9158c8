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
      intoFirst: true,
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
      intoFirst: true,
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

describe('anything else', () => {
  for (const text of ['', 'Segmentation fault', 'shapes (3,4)', '(3,4) + (3)']) {
    test(`“${text}” is not taken for one`, () => assert.equal(diagnose(text), undefined));
  }
});

describe('what each would print', () => {
  test('is read back', () => {
    const shapes = [[3, 4], [3]];
    for (const [framework, text] of wouldPrint(shapes, { axis: 1, sizes: [4, 3] })) {
      const read = diagnose(text);
      assert.equal(read.framework, framework);
      if (read.shapes) assert.deepEqual(read.shapes, shapes);
      else assert.deepEqual(read.sizes, [4, 3]);
    }
  });
});
