/** A dot plot of one section as SVG: a row per layout, a mark per library, time on a log axis. */
import { duration } from './report.mjs';

const size = { width: 760, row: 26, left: 190, right: 40, top: 76, bottom: 44 };
const style = `
  text { font: 12px system-ui, sans-serif; fill: #333 }
  .title { font-size: 15px; font-weight: 600 }
  .quiet { fill: #767676 }
  line { stroke: #ddd }
  .m0 { fill: #0b5cad } .m1 { fill: #b8500a } .m2 { fill: #5a7d1e }
  .m3 { fill: #8a4fa3 } .m4 { fill: #7a7a7a } .m5 { fill: #a8932a }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .quiet { fill: #9a9a9a } line { stroke: #444 }
    .m0 { fill: #6cb0f2 } .m1 { fill: #f0955a } .m2 { fill: #a9cf6a }
    .m3 { fill: #cf9be6 } .m4 { fill: #a8a8a8 } .m5 { fill: #dcc866 }
  }`;

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (character) => entities[character]);
const round = (value) => Math.round(value * 10) / 10;

const attributesText = (attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
const text = (content, attributes) =>
  `<text${attributesText(attributes)}>${escaped(content)}</text>`;

/** One shape per library in addition to its colour, so the plot is readable without colours. */
const shapes = [
  (x, y) => `<circle cx="${x}" cy="${y}" r="5"`,
  (x, y) => `<rect x="${round(x - 4)}" y="${round(y - 4)}" width="8" height="8"`,
  (x, y) => `<path d="M${x} ${round(y - 5)}l5 9h-10z"`,
  (x, y) => `<path d="M${x} ${round(y - 5.5)}l5.5 5.5l-5.5 5.5l-5.5 -5.5z"`,
  (x, y) => `<path d="M${x} ${round(y + 5)}l5 -9h-10z"`,
  (x, y) => `<rect x="${round(x - 2)}" y="${round(y - 6)}" width="4" height="12"`,
];

function mark(index, x, y, title) {
  const shape = shapes[index % shapes.length](round(x), round(y));
  return `${shape} class="m${index % shapes.length}"><title>${escaped(title)}</title>${closing(shape)}`;
}

const closing = (shape) => `</${shape.match(/^<(\w+)/)[1]}>`;

/** Powers of ten that enclose the values. */
export function logScale(values, from, to) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const place = (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
  return { place, ticks: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)) };
}

function axis({ place, ticks }, bottom) {
  return ticks.flatMap((tick) => {
    const x = round(place(tick));
    return [
      `<line x1="${x}" x2="${x}" y1="${size.top - 10}" y2="${bottom}"/>`,
      text(duration(tick).replace(/\.0+ /, ' '), {
        x,
        y: bottom + 18,
        'text-anchor': 'middle',
        class: 'quiet',
      }),
    ];
  });
}

function legend(names) {
  let x = size.left;
  return names.flatMap((name, i) => {
    const at = x;
    x += 24 + name.length * 7.5;
    return [mark(i, at, 46, name), text(name, { x: at + 10, y: 50 })];
  });
}

function row(result, names, scale, y) {
  const label = text(result.shapes, { x: size.left - 14, y: y + 4, 'text-anchor': 'end' });
  const marks = names
    .map((name, i) => [i, name, result.times[name]?.median])
    .filter(([, , time]) => time !== undefined)
    .map(([i, name, time]) => mark(i, scale.place(time), y, `${name}: ${duration(time)}`));
  return [label, ...marks.reverse()];
}

/**
 * @param {{ title: string, note: string, results: object[], names: string[] }} content `names` are
 *   the libraries, the package first; `results` those of one section
 * @returns {string} an SVG document
 */
export function plot({ title, note, results, names }) {
  const times = results.flatMap((r) => names.map((name) => r.times[name]?.median));
  const scale = logScale(
    times.filter((time) => time !== undefined),
    size.left,
    size.width - size.right,
  );
  const bottom = size.top + results.length * size.row;
  const height = bottom + size.bottom;
  const body = [
    text(title, { x: 16, y: 24, class: 'title' }),
    ...legend(names),
    ...axis(scale, bottom),
    ...results.flatMap((result, i) => row(result, names, scale, size.top + (i + 0.5) * size.row)),
    text(note, { x: 16, y: height - 6, class: 'quiet' }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" role="img">
<title>${escaped(title)}</title>
<desc>${escaped(note)}</desc>
<style>${style}
</style>
${body.join('\n')}
</svg>
`;
}
