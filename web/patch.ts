/**
 * Makes one module from another. A patch is a row of numbers, seven bits a byte with the lowest
 * first: the length of the result, how many stretches it takes from the base, and for each of them
 * how many bytes come before it, how far it lies behind the end of the last one (odd where it lies
 * before it), and how long it is. Then come the bytes of the result, less those of the base in the
 * stretches.
 */
export function applyPatch(base: Uint8Array, patch: Uint8Array): Uint8Array<ArrayBuffer> {
  let at = 0;
  const number = (): number => {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = patch[at++] as number;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  const result = new Uint8Array(number());
  const numbers = Array.from({ length: 3 * number() }, number);
  result.set(patch.subarray(at));
  for (let i = 0, to = 0, from = 0; i < numbers.length; i += 3) {
    const [fresh, jump, length] = numbers.slice(i, i + 3) as [number, number, number];
    from += jump % 2 === 1 ? -(jump + 1) / 2 : jump / 2;
    to += fresh;
    for (const end = to + length; to < end; to++, from++)
      result[to] = (result[to] as number) + (base[from] as number);
  }
  return result;
}
