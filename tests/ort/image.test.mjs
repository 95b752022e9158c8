/**
 * Tensors of images and images of tensors, against onnxruntime-common. Node has neither ImageData nor a canvas:
 * these stand-ins hold pixels, and cut or pad them as a canvas does.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Tensor as Peer } from 'onnxruntime-common';
import { Tensor } from 'simdcast/ort';
import { randomFrom } from '../rules/support.mjs';

globalThis.ImageData = class ImageData {
  constructor(first, width, height) {
    const isData = typeof first === 'object';
    [this.width, this.height] = isData ? [width, height] : [first, width];
    this.data = isData ? first : new Uint8ClampedArray(this.width * this.height * 4);
  }
};
globalThis.OffscreenCanvas = class OffscreenCanvas {
  getContext() {
    let held;
    return {
      createImageData: (width, height) => new ImageData(width, height),
      putImageData: (image) => {
        held = image;
      },
      getImageData: (left, top, width, height) => {
        const out = new ImageData(width, height);
        for (let y = 0; y < Math.min(height, held.height); y++)
          for (let x = 0; x < Math.min(width, held.width); x++)
            for (let c = 0; c < 4; c++)
              out.data[4 * (y * width + x) + c] =
                held.data[4 * ((y + top) * held.width + x + left) + c];
        return out;
      },
    };
  }
};

const random = randomFrom(34);
const [width, height] = [3, 2];
const pixels = Uint8ClampedArray.from({ length: width * height * 4 }, () => random() * 256);
const image = new ImageData(pixels, width, height);
const formats = ['RGB', 'RGBA', 'RBG', 'BGR'];
const norms = [
  undefined,
  { mean: 127.5, bias: -127.5 },
  { mean: [58.4, 57.1, 57.4], bias: [-123.7, -116.3, -103.5] },
  { mean: [1, 2, 3, 4], bias: [1, 2, 3, 4] },
];

it('an ImageData becomes the same tensor', async () => {
  const cases = [undefined, {}, { resizedWidth: 2, resizedHeight: 4 }];
  for (const tensorFormat of formats)
    for (const norm of norms) cases.push({ tensorFormat, ...(norm ? { norm } : {}) });
  for (const options of cases) {
    const copy = () => options && { ...options };
    const [got, wanted] = [
      await Tensor.fromImage(image, copy()),
      await Peer.fromImage(image, copy()),
    ];
    assert.deepEqual([got.type, got.dims, got.data], [wanted.type, wanted.dims, wanted.data]);
  }
});

it('a tensor becomes the same ImageData', () => {
  for (const [channels, formatsOf] of [
    [3, [undefined, 'RGB', 'BGR']],
    [4, [undefined, 'RGBA']],
  ])
    for (const format of formatsOf)
      for (const norm of norms) {
        const data = Float32Array.from({ length: channels * width * height }, () => random());
        const given = ['float32', data, [1, channels, height, width]];
        // onnxruntime-common takes options without a format for those of another one.
        const options = format && { format, ...(norm ? { norm } : {}) };
        const [got, wanted] = [Tensor, Peer].map((Class) =>
          new Class(...given).toImageData(options),
        );
        assert.deepEqual(
          [got.width, got.height, got.data],
          [wanted.width, wanted.height, wanted.data],
        );
      }
});

it('options may be null, and a layout that does not exist is an error', () => {
  const tensor = new Tensor('float32', [0.25, 0.5, 0.75], [1, 3, 1, 1]);
  const wanted = tensor.toImageData().data;
  for (const options of [null, { norm: null }, { norm: { mean: null, bias: null } }])
    assert.deepEqual(tensor.toImageData(options).data, wanted);
  assert.throws(() => tensor.toImageData({ tensorLayout: 'x' }), {
    message: "The option 'tensorLayout' must be one of NCHW, NHWC, but is x.",
  });
});

it('values that are not images, and channels that do not fit, are errors', async () => {
  await assert.rejects(Tensor.fromImage({}), { code: 'option_value' });
  await assert.rejects(Tensor.fromImage(image, { tensorLayout: 'NHWC' }), { code: 'option_value' });
  const gray = new Tensor('float32', new Float32Array(4), [1, 1, 2, 2]);
  assert.throws(() => gray.toImageData(), { code: 'option_value' });
  assert.throws(() => gray.toDataURL(), { code: 'option_value' });
});
