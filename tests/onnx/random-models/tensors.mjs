import { types } from '../../operators/reference/types.mjs';

export const tensorOf = (type, dims, values) => ({
  type,
  dims,
  data: types[type].array.from(values, type === 'int64' ? BigInt : Number),
});
