/** The ways in which a matrix and a row are added in plain JavaScript, from naive to tuned. */

export interface Operands {
  readonly rows: number;
  readonly columns: number;
  readonly matrix: Float32Array;
  readonly row: Float32Array;
  readonly out: Float32Array;
}

export interface Way {
  readonly key: string;
  /** Runs the untimed preparation, and returns the timed function: each call fills `out`. */
  prepare(operands: Operands): () => void;
}

const { fround } = Math;

function nestedMap({ rows, columns, matrix, row, out }: Operands): () => void {
  const nested = Array.from({ length: rows }, (_, r) =>
    Array.from(matrix.subarray(r * columns, (r + 1) * columns)),
  );
  const list = Array.from(row);
  return () => {
    const sums = nested.map((line) => line.map((value, c) => value + (list[c] as number)));
    // The result is a nested array, flattened here for the comparison.
    sums.forEach((line, r) => {
      out.set(line, r * columns);
    });
  };
}

function odometer({ rows, columns, matrix, row, out }: Operands): () => void {
  const shape = [rows, columns];
  const stridesA = [columns, 1];
  const stridesB = [0, 1];
  return () => {
    const at = [0, 0];
    let a = 0;
    let b = 0;
    for (let i = 0; i < out.length; i += 1) {
      out[i] = (matrix[a] as number) + (row[b] as number);
      for (let d = shape.length - 1; d >= 0; d -= 1) {
        at[d] = (at[d] as number) + 1;
        a += stridesA[d] as number;
        b += stridesB[d] as number;
        if ((at[d] as number) < (shape[d] as number)) break;
        a -= (stridesA[d] as number) * (shape[d] as number);
        b -= (stridesB[d] as number) * (shape[d] as number);
        at[d] = 0;
      }
    }
  };
}

function divMod({ columns, matrix, row, out }: Operands): () => void {
  return () => {
    for (let i = 0; i < out.length; i += 1) {
      const r = Math.floor(i / columns);
      const c = i % columns;
      out[i] = (matrix[r * columns + c] as number) + (row[c] as number);
    }
  };
}

function copyThenAdd({ rows, columns, matrix, row, out }: Operands): () => void {
  const copy = new Float32Array(rows * columns);
  return () => {
    for (let r = 0; r < rows; r += 1) copy.set(row, r * columns);
    for (let i = 0; i < out.length; i += 1) out[i] = (matrix[i] as number) + (copy[i] as number);
  };
}

/** Takes its values as parameters: engines keep those in registers sooner than variables of a closure. */
function addRows({ rows, columns, matrix, row, out }: Operands): void {
  const whole = columns - (columns % 4);
  for (let r = 0; r < rows; r += 1) {
    const start = r * columns;
    for (let c = 0; c < whole; c += 4) {
      const i = start + c;
      out[i] = (matrix[i] as number) + (row[c] as number);
      out[i + 1] = (matrix[i + 1] as number) + (row[c + 1] as number);
      out[i + 2] = (matrix[i + 2] as number) + (row[c + 2] as number);
      out[i + 3] = (matrix[i + 3] as number) + (row[c + 3] as number);
    }
    for (let c = whole; c < columns; c += 1) {
      out[start + c] = (matrix[start + c] as number) + (row[c] as number);
    }
  }
}

const doubleLoop = (operands: Operands) => () => addRows(operands);

/** The last one is the fair baseline: a loop tuned by hand. */
export const loops: readonly Way[] = [
  { key: 'nested', prepare: nestedMap },
  { key: 'odometer', prepare: odometer },
  { key: 'divmod', prepare: divMod },
  { key: 'copy', prepare: copyThenAdd },
  { key: 'tuned', prepare: doubleLoop },
];

export const baseline = 'tuned';

/** Numbers whose sums are rounded, so a difference in rounding would show. */
export function makeOperands(side: number): Operands {
  const fill = (length: number, step: number) =>
    Float32Array.from({ length }, (_, i) => fround(((i * step) % 1009) / 7));
  return {
    rows: side,
    columns: side,
    matrix: fill(side * side, 31),
    row: fill(side, 17),
    out: new Float32Array(side * side),
  };
}
