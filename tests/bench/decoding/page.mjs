/** The figures of decoding in the documents: the section of docs/benchmarks.md, and the parts of docs/decoding.md. */
import { duration, line, ruled, times, wrapped } from '../benchmarks-page.mjs';
import { BUCKET } from './measure.mjs';
import { KINDS, SIZES, VOCABULARY } from './models.mjs';

const cell = (figure) =>
  figure ? `${duration(figure.time.median)}, ${times(figure.ratio.median)}` : '–';
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
/** Two digits, like the times. */
const perSecond = (nanoseconds) => Number((1e9 / nanoseconds).toPrecision(2)).toLocaleString('en');
const rate = (figure) => `${perSecond(figure.time.median)}, ${times(figure.ratio.median)}`;
const heap = ([own, other]) => `${megabytes(own)}, ${times(other / own)}`;

/** Where and how the figures were measured, as a sentence. */
const conditions = ({ date, commit, machine, rounds, note }) =>
  `Measured on ${date.slice(0, 10)} from commit ${commit.slice(0, 9)}: ${machine.cpu}, Node ${machine.node}, one ` +
  `thread, medians of ${rounds} ${rounds === 1 ? 'process' : 'processes'} for each model.${note ? ` ${note}` : ''}`;

const models = () => {
  const { layers, width, heads, kept } = SIZES;
  return (
    `Models of random weights with ${layers} layers of width ${width}, ${heads} heads (${kept} of keys and values) and ` +
    `${VOCABULARY.toLocaleString('en')} tokens, in fp32, fp16, q8 (8-bit weights, dynamic) and q4 (MatMulNBits).`
  );
};

/** The section of docs/benchmarks.md; empty without figures. */
export function decodingSection({ decoding }) {
  if (!decoding) return [];
  const { rows } = decoding;
  return [
    '## Decoding',
    '',
    ...wrapped(
      `${models()} simdcast/ort and onnxruntime-web run the same program in turns, in one process, and are fed their ` +
        'own caches. After each time or rate is the factor between both, above 1× if simdcast is better; after each ' +
        'heap the size of onnxruntime-web’s heap divided by simdcast’s. First result: from create to the end of the ' +
        'first run. Equal: the most probable tokens that are the same. ' +
        `[decoding.md](decoding.md) explains the figures. ${conditions(decoding)}`,
    ),
    '',
    ...ruled([
      'model',
      'file',
      'create',
      'first result',
      'prompt, tokens/s',
      'token, new length',
      'token, length seen before',
      'heap',
      'equal',
    ]),
    ...rows.map((row) =>
      line([
        `${KINDS[row.kind].title}, ${row.form}`,
        megabytes(row.weights),
        cell(row.create),
        cell(row.first),
        rate(row.prompt),
        cell(row.fresh),
        cell(row.seen),
        heap(row.heap),
        `${row.equal} of ${row.tokens}`,
      ]),
    ),
    '',
  ];
}

const tokens = (figure) => perSecond(figure.time.median);
/** onnxruntime-web's time, by the ratio. */
const others = ({ time, ratio }) => perSecond(time.median * ratio.median);

function speeds({ rows }) {
  return [
    ...ruled(['tokens a second', 'new lengths', 'lengths seen before', 'onnxruntime-web']),
    ...rows
      .filter(({ fresh }) => fresh)
      .map(({ kind, form, fresh, seen }) =>
        line([`${KINDS[kind].title}, ${form}`, tokens(fresh), tokens(seen), others(fresh)]),
      ),
  ];
}

function memory({ rows }) {
  return [
    ...ruled(['model', 'file', 'heap', 'heap of onnxruntime-web']),
    ...rows
      .filter(({ fresh }) => fresh)
      .map(({ kind, form, weights, heap: [own, other] }) =>
        line([`${KINDS[kind].title}, ${form}`, ...[weights, own, other].map(megabytes)]),
      ),
  ];
}

/** The parts of docs/decoding.md, each between marks with its name. */
const PARTS = {
  conditions: (decoding) => wrapped(`${models()} ${conditions(decoding)}`),
  speeds,
  memory,
};

/** docs/decoding.md with the figures of a record between its marks. */
export function withFigures(page, { decoding }) {
  if (!decoding) return page;
  return Object.entries(PARTS).reduce((text, [name, made]) => {
    const [start, end] = [`<!-- ${name}: made by npm run bench:publish -->`, `<!-- /${name} -->`];
    const at = text.indexOf(start);
    if (at < 0) throw new Error(`docs/decoding.md lacks the mark ${start}`);
    const part = [start, ...made(decoding), end].join('\n');
    return text.slice(0, at) + part + text.slice(text.indexOf(end, at) + end.length);
  }, page);
}

/** The middle lengths of the points of a row's curves. */
export const lengthsOf = ({ from, curves }) =>
  curves.fresh.map((_, i) => from + (i + 0.5) * BUCKET);
