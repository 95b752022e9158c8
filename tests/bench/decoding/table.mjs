/** The table of decoding as plain text. */
import { digits, duration, table } from '../report.mjs';

const cell = (figure) =>
  figure ? `${duration(figure.time.median)} (${digits(figure.ratio.median)}×)` : '–';
const megabytes = (bytes) => `${digits(bytes / 1e6)} MB`;

export const decodingTable = (rows) =>
  table(
    [
      'simdcast (ort / simdcast)',
      'create',
      'first',
      'prompt/token',
      'new',
      'seen',
      'heap',
      'equal',
    ],
    rows.map(({ kind, form, create, first, prompt, fresh, seen, heap, equal, tokens }) => [
      `${kind} ${form}`,
      ...[create, first, prompt, fresh, seen].map(cell),
      `${megabytes(heap[0])} (${digits(heap[1] / heap[0])}×)`,
      `${equal}/${tokens}`,
    ]),
  );
