/** Tensors compared bit by bit, and printed readably. */

/** Operators that draw different numbers in every run unless there is a seed. */
const RANDOM = /^(Random|Bernoulli|Multinomial|Dropout)/;
export const isRandom = ({ operator }) => RANDOM.test(operator);

function bytesOf({ type, data }) {
  if (type === 'string') return [...data];
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

const isNaNs = ({ type }) => /^(float|bfloat|complex)/.test(type);

/** The bits of an element, with all NaNs equal: the package does not promise a particular NaN. */
function sameElements(a, b) {
  const [x, y] = [bytesOf(a), bytesOf(b)];
  if (x.length !== y.length) return false;
  if (x.every((byte, i) => byte === y[i])) return true;
  if (!isNaNs(a)) return false;
  const [p, q] = [numbersOf(a), numbersOf(b)];
  return p.every((value, i) => Object.is(value, q[i]));
}

const halfOf = (bits, exponentBits) => {
  const fractionBits = 15 - exponentBits;
  const exponent = (bits >> fractionBits) & (2 ** exponentBits - 1);
  const fraction = bits & (2 ** fractionBits - 1);
  return exponent === 2 ** exponentBits - 1 && fraction !== 0 ? Number.NaN : bits;
};

/** Numbers, or bits with every NaN as NaN. */
function numbersOf({ type, data }) {
  if (type === 'float16' || type === 'bfloat16') {
    const bits = new Uint16Array(data.buffer, data.byteOffset, data.length);
    return Array.from(bits, (value) => halfOf(value, type === 'float16' ? 5 : 8));
  }
  return Array.from(data);
}

export const sameTensor = (a, b) =>
  a.type === b.type && `${a.dims}` === `${b.dims}` && sameElements(a, b);

/** A copy that outlives the tensor's memory. */
export const copyOf = ({ type, data, dims }) => ({ type, data: data.slice(), dims: [...dims] });

const numberText = (value) => (Object.is(value, -0) ? '-0' : String(value));
export const tensorText = (tensor) => {
  if (!tensor) return String(tensor);
  const { type, data, dims } = tensor;
  const shown = Array.from(data).slice(0, 40).map(numberText);
  return `${type}(${dims})[${shown}${data.length > 40 ? ', …' : ''}]`;
};

const attributeText = (_, value) => {
  if (
    typeof value === 'bigint' ||
    Object.is(value, -0) ||
    (typeof value === 'number' && !Number.isFinite(value))
  )
    return numberText(value);
  return value && typeof value === 'object' && 'dims' in value && value.data
    ? tensorText(value)
    : value;
};
export const nodeText = ({ operator, domain, opset, attributes, inputs, outputs }) =>
  `${domain && `${domain}.`}${operator}-${opset} ${JSON.stringify(attributes, attributeText)} ` +
  `outputs ${outputs}; ${inputs.map(tensorText).join('; ')}`;

/** The part of an error that is compared. */
export const codeOf = (error) => `${error.name} ${error.code}`;
