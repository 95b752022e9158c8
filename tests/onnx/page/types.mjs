/** The types of an operator's version, in few words, for the pages about operators. */

/** Names for sets of types; a set comes before those that it contains. */
const TYPE_SETS = {
  integers: ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'],
  floats: ['float16', 'float32', 'float64'],
  bfloat16: ['bfloat16'],
  bool: ['bool'],
  string: ['string'],
  complex: ['complex64', 'complex128'],
  small: [
    ...['float8e4m3fn', 'float8e4m3fnuz', 'float8e5m2', 'float8e5m2fnuz', 'float8e8m0'],
    ...['float4e2m1', 'int4', 'uint4', 'int2', 'uint2'],
  ],
  float8: ['float8e4m3fn', 'float8e4m3fnuz', 'float8e5m2', 'float8e5m2fnuz'],
};

/** Types as names of sets, then those that are in no complete set. */
function inSets(types) {
  const left = new Set(types);
  const names = Object.entries(TYPE_SETS).flatMap(([name, set]) => {
    if (!set.every((type) => left.has(type))) return [];
    for (const type of set) left.delete(type);
    return [name];
  });
  return [...names, ...left].join(', ') || '–';
}

/** The types of the first input that accepts several; those of the output, if there is no input. */
export const typesText = ({ inputs, makes }) =>
  inSets(
    inputs.find((types) => types.length > 1) ?? (makes.length > 0 ? makes : (inputs[0] ?? [])),
  );
