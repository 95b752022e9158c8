/** A plot of the time a token against the length as SVG: a panel for each decoder, a line for each way. */
import { escaped } from '../plot.mjs';
import { BUCKET } from './measure.mjs';
import { KINDS } from './models.mjs';
import { lengthsOf } from './page.mjs';

const panel = { width: 170, height: 110, left: 40, top: 84, gapX: 14, gapY: 46 };
const COLUMNS = 4;
const style = `
  text { font: 12px system-ui, sans-serif; fill: #333 }
  .title { font-size: 15px; font-weight: 600 }
  .quiet { fill: #767676; font-size: 11px }
  line { stroke: #ddd }
  path { fill: none; stroke-width: 1.75 }
  .l0 { stroke: #0b5cad } .l1 { stroke: #0b5cad; stroke-dasharray: 1.5 3; stroke-linecap: round } .l2 { stroke: #b8500a }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .quiet { fill: #9a9a9a } line { stroke: #444 }
    .l0, .l1 { stroke: #6cb0f2 } .l2 { stroke: #f0955a }
  }`;

const LINES = [
  ['fresh', 'simdcast, new lengths'],
  ['seen', 'simdcast, lengths seen before'],
  ['ort', 'onnxruntime-web'],
];

const round = (value) => Math.round(value * 10) / 10;
const text = (content, x, y, attributes = '') =>
  `<text x="${round(x)}" y="${round(y)}"${attributes}>${content}</text>`;
const rule = (x1, y1, x2, y2) =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>`;

/** A round number at or above a value, and its half as a tick. */
function ticksTo(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 4, 10].map((factor) => factor * power).find((value) => value >= most);
  return [0, top / 2, top];
}

/** The largest value that a panel shows: outliers leave it. */
const most = ({ curves }) =>
  Math.max(...LINES.map(([name]) => [...curves[name]].sort((a, b) => a - b).at(-2)));

function panelOf(row, at) {
  const x0 = panel.left + (at % COLUMNS) * (panel.width + panel.gapX);
  const y0 = panel.top + Math.floor(at / COLUMNS) * (panel.height + panel.gapY);
  const lengths = lengthsOf(row);
  const end = lengths.at(-1) + BUCKET / 2;
  const ticks = ticksTo(most(row) / 1e6);
  const x = (length) => x0 + (length / end) * (panel.width - 24);
  const y = (time) => y0 + panel.height * (1 - Math.min(1, time / 1e6 / ticks.at(-1)));
  const middle = ' text-anchor="middle" class="quiet"';
  return [
    text(`${KINDS[row.kind].short}, ${row.form}`, x0, y0 - 8),
    ...ticks.flatMap((tick) => [
      rule(x(0), y(tick * 1e6), x(end), y(tick * 1e6)),
      text(tick, x0 - 4, y(tick * 1e6) + 4, ' text-anchor="end" class="quiet"'),
    ]),
    text(0, x(0), y0 + panel.height + 14, middle),
    text(round(end), x(end), y0 + panel.height + 14, middle),
    ...LINES.map(([name], i) => {
      const points = row.curves[name].map(
        (time, point) => `${round(x(lengths[point]))} ${round(y(time))}`,
      );
      return `<path class="l${i}" d="M${points.join('L')}"/>`;
    }),
  ];
}

function legend() {
  let x = 16;
  return LINES.flatMap(([, name], i) => {
    const at = x;
    x += 50 + name.length * 6.6;
    return [`<path class="l${i}" d="M${at} 46h22"/>`, text(name, at + 28, 50)];
  });
}

/** @param {object} decoding the part of a record */
export function decodingPlot({ date, machine, rows }) {
  const shown = rows.filter(({ curves }) => curves);
  const lines = Math.ceil(shown.length / COLUMNS);
  const height = panel.top + lines * (panel.height + panel.gapY) + 12;
  const width = panel.left + COLUMNS * (panel.width + panel.gapX);
  const title = 'Milliseconds a token against the length of the text';
  const note = escaped(`${date.slice(0, 10)}, ${machine.cpu}, Node ${machine.node}, one thread`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>${title}</title>
<desc>${note}</desc>
<style>${style}
</style>
${[
  text(title, 16, 24, ' class="title"'),
  ...legend(),
  ...shown.flatMap(panelOf),
  text(note, 16, height - 8, ' class="quiet"'),
].join('\n')}
</svg>
`;
}
