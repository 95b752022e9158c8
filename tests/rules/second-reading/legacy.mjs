/**
 * ONNX's broadcasting before opset 7, derived a second time, only from its sources.
 *
 * TEXT: onnx/onnx, docs/Changelog.md at 00101bf03e4dd7be80aee1f54111940174b9fecc, "Add-1" and "Sub-1"; Add-6 and the
 * other operators repeat it or refer to it.
 * CAFFE2: the implementation that the text describes: pytorch/pytorch, caffe2/operators/elementwise_ops_utils.cc at
 * 3c678a4914266ddcd8360d327a9ebc1d52b3a8be, `ComputeLegacyBroadcastSizes`; caffe2/operators/elementwise_op.h and
 * pow_op.h at b06db13e51a716187532c8096c3ab9eb3a33ad4b, which look at one element, and at `axis` without `broadcast`,
 * before they call it.
 * DATA: ONNX ships Add at opset 6 of (2,3) with (2,1) and with (1,3) as test data, which TEXT would refuse:
 * `test_operator_add_size1_broadcast` and `…_size1_singleton_broadcast`, from pytorch/pytorch, test/onnx/test_operators.py
 * at 00051b8aded24489a80aa6a67cc4d56d07d7e042. Where TEXT and DATA differ, DATA and CAFFE2 are followed.
 *
 * A verdict is { takes: dims, source(index) }, where source(index of the result) is the index in B; { refuses: why };
 * or { open: why, dims } if the sources are silent or contradictory: B is then refused, or gives `dims`.
 */

const count = (shape) => shape.reduce((product, size) => product * size, 1);
const same = (left, right) =>
  left.length === right.length && left.every((size, i) => size === right[i]);

/** @param {number[]} a @param {number[]} b @param {{ broadcast: 0 | 1, axis?: number }} attributes */
export function legacy(a, b, { broadcast, axis }) {
  return broadcast === 0 ? withoutBroadcast(a, b, axis) : withBroadcast(a, b, axis);
}

function withoutBroadcast(a, b, axis) {
  // TEXT, input B: "If broadcasting is disabled it should be of the same size."
  if (!same(a, b)) return { refuses: 'the shapes differ and broadcast is 0' };
  // CAFFE2 rejects an axis without broadcast; TEXT defines an axis only for broadcasting.
  if (axis !== undefined) return { open: 'an axis that nothing needs', dims: a };
  return { takes: a, source: (index) => index };
}

function withBroadcast(a, b, axis) {
  // TEXT: "of element size 1 (including a scalar tensor and any tensor with rank equal to or smaller than the
  // first tensor)". CAFFE2 checks for one element before ranks and axis.
  if (count(b) === 1) return oneElement(a, b, axis);
  // TEXT: "having its shape as a contiguous subset of the first tensor's shape".
  if (b.length > a.length) return { refuses: 'B has more axes than A' };
  const start = startOf(a, b, axis);
  if (start === undefined) return { refuses: 'B does not lie within A from that axis' };
  // TEXT: "mutually equal shape" and "1-dim expansion doesn't work yet". CAFFE2 drops the ones at either end
  // of B before it compares, so those are stretched, as in DATA; a one between larger sizes is not, nor is
  // any of A.
  const { from, to } = withoutOnesAtTheEnds(b);
  if (!same(a.slice(start + from, start + to), b.slice(from, to)))
    return { refuses: 'B is no contiguous part of A there' };
  return {
    takes: a,
    source: (index) => b.map((_, axis) => (axis < from || axis >= to ? 0 : index[start + axis])),
  };
}

function withoutOnesAtTheEnds(b) {
  let from = 0;
  while (from < b.length && b[from] === 1) from++;
  let to = b.length;
  while (to > from && b[to - 1] === 1) to--;
  return { from, to };
}

function oneElement(a, b, axis) {
  const first = () => b.map(() => 0);
  if (b.length > a.length) return { open: 'one element of a higher rank than A', dims: a };
  // CAFFE2 ignores the axis of one element; TEXT has no axis where a "mutually equal shape" would start.
  if (axis !== undefined && startOf(a, b, axis) === undefined) {
    return { open: 'one element with an axis outside A', dims: a };
  }
  return { takes: a, source: first };
}

/** The axis of A that B's first axis is aligned with; undefined if B does not fit. */
function startOf(a, b, axis) {
  // TEXT: "if it is not set, suffix matching is assumed". CAFFE2: -1 is the value of an axis that is not set.
  if (axis === undefined || axis === -1) return a.length - b.length;
  // CAFFE2: 0 <= axis <= rank(A) - rank(B).
  return axis >= 0 && axis <= a.length - b.length ? axis : undefined;
}
