/**
 * The cases as data: layouts × sizes × operators × types × modes, grouped in sections.
 *
 * A case is a small graph (`nodes` over `operands`, one output), so one description serves every library. The
 * layouts and types are those of the project's performance targets.
 */
import { finish } from './cases/describe.mjs';
import { allows, elementwise, layouts, operators } from './cases/elementwise.mjs';
import { sections } from './cases/sections.mjs';
import { elementCount, elementTypes, fill } from './values.mjs';

export { modes, sections } from './cases/sections.mjs';

/** All combinations of one value from each list. */
function cross(lists) {
  return Object.entries(lists).reduce(
    (rows, [name, values]) =>
      rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
}

function elementwiseCases({ section, ops, types, sizes: sizeNames, layouts: layoutNames, modes }) {
  return cross({ op: ops, type: types, layout: layoutNames, size: sizeNames, mode: modes })
    .filter(({ op, type }) => operators[op].types.includes(type))
    .filter(({ op, layout }) => allows(operators[op], layout))
    .filter(({ layout, size }) => layouts[layout].sizes?.includes(size) ?? true)
    .map((row) => elementwise({ section, ...row }));
}

function madeCases({
  section,
  make,
  items,
  types = ['float32'],
  modes,
  sizes: sizeNames = ['1M'],
}) {
  return cross({ type: types, item: items, mode: modes, size: sizeNames }).flatMap(
    ({ item, ...row }) => make({ section, ...row }, item),
  );
}

/** A key for the work, independent of its section. */
const workOf = ({ nodes, operands, fused, mode }) => JSON.stringify([nodes, operands, fused, mode]);

function once(cases) {
  const seen = new Set();
  return cases.filter((description) => {
    const isNew = !seen.has(workOf(description));
    seen.add(workOf(description));
    return isNew;
  });
}

/** @param {'normal'|'quick'|'full'} extent */
export function listCases(extent) {
  const all = sections
    .filter(({ when }) => when === undefined || when === extent)
    .map((section) => (extent === 'quick' ? { ...section, ...section.quick } : section))
    .flatMap((section) => (section.make ? madeCases(section) : elementwiseCases(section)));
  return once(all);
}

/** The case with its operands filled. Every operand has a seed derived from the run's. */
export function fillCase(description, seed) {
  const operands = description.operands.map((operand, i) => ({
    ...operand,
    data: fill(operand.type, elementCount(operand.dims), operand.range, seed + i),
  }));
  return { ...description, operands };
}

/** The same operator and types on one axis, without broadcasting, moving the same number of bytes. */
export function flatTwin(description) {
  const widths = [...description.operands, description.output].map(
    ({ type }) => elementTypes[type].bytes,
  );
  const perElement = widths.reduce((sum, width) => sum + width, 0);
  const { elements: _, readBytes, writeBytes, ...rest } = description;
  const dims = [Math.floor((readBytes + writeBytes) / perElement)];
  return finish({
    ...rest,
    id: `${description.id}/flat`,
    operands: description.operands.map((operand) => ({ ...operand, dims })),
    output: { ...description.output, dims },
  });
}
