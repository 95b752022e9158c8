/** Functions of images and of detected boxes. */
import { ShapeError } from '../base/errors.js';
import type { NonMaxSuppressionOptions, ResizeOptions } from '../base/function-options.js';
import type { Term, Tracer } from '../expression/tracer.js';
import { composed, type Own, type Rows, UNARY } from './function-row.js';
import { functionMessages } from './messages.js';

/** Numbers in float32. */
const floats = (values: number | readonly number[]): Term => {
  const data = Float32Array.from([values].flat());
  const dims = typeof values === 'number' ? [] : [data.length];
  return { kind: 'tensor', value: { type: 'float32', dims, data } };
};

const RESIZE: Own<ResizeOptions> = {
  sizes: true,
  scales: true,
  axes: true,
  mode: true,
  antialias: true,
  coordinateTransformationMode: true,
  nearestMode: true,
  cubicCoeffA: true,
  excludeOutside: true,
  keepAspectRatioPolicy: true,
};

/** ONNX's name of an attribute: cubicCoeffA is cubic_coeff_a. */
const inOnnx = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

/** The input, if a list has a number for each of the axes; for all of them, that is checked in every call. */
function perAxis(
  tracer: Tracer,
  input: Term | undefined,
  name: string,
  list: readonly number[] | undefined,
  axes: readonly number[] | undefined,
): Term | undefined {
  if (!list) return input;
  const count = list.length;
  if (!axes) return tracer.applyOwn('OnePerAxis', [input], { attributes: { name, count } });
  if (count === axes.length) return input;
  throw new ShapeError('invalid_integers', functionMessages.perAxis(name, axes.length, count));
}

export const VISION = {
  resize: composed<ResizeOptions>(
    UNARY,
    RESIZE,
    (tracer, { terms: [x] }, { sizes, scales, ...others }) => {
      const attributes = Object.entries(others).map(
        ([name, value]) =>
          [inOnnx(name), typeof value === 'boolean' ? Number(value) : value] as const,
      );
      const checked = Object.entries({ sizes, scales }).reduce(
        (input, [name, list]) => perAxis(tracer, input, name, list, others.axes),
        x,
      );
      return tracer.apply(
        'Resize',
        [checked, undefined, scales && floats(scales), sizes && tracer.integers(sizes)],
        { attributes: Object.fromEntries(attributes) },
      );
    },
  ),
  nonMaxSuppression: composed<NonMaxSuppressionOptions>(
    { boxes: 'tensor', scores: 'tensor' },
    {
      maxOutputBoxesPerClass: true,
      iouThreshold: true,
      scoreThreshold: true,
      centerPointBox: true,
    },
    (tracer, { terms }, options) => {
      const { iouThreshold, scoreThreshold, centerPointBox = false } = options;
      const most = options.maxOutputBoxesPerClass ?? Number.MAX_SAFE_INTEGER;
      const inputs = [
        ...terms,
        tracer.integers([most]),
        iouThreshold === undefined ? undefined : floats(iouThreshold),
        scoreThreshold === undefined ? undefined : floats(scoreThreshold),
      ];
      while (inputs.at(-1) === undefined) inputs.pop();
      return tracer.apply('NonMaxSuppression', inputs, {
        attributes: { center_point_box: Number(centerPointBox) },
      });
    },
    { ownTypes: ['float32', 'float32'] },
  ),
} satisfies Rows;
