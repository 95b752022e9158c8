/** One case from its description to figures: prepares, compares, then times contenders, alternating. */
import { fillCase, flatTwin } from './cases.mjs';
import { Mismatch, mismatch } from './compare.mjs';
import { measure, ratio } from './measure.mjs';
import { Unsupported } from './peers/graph.mjs';
import { referenceOf } from './reference.mjs';
import { roofContender } from './roofline.mjs';
import { summarise } from './statistics.mjs';

const firstLine = (error) => String(error?.message ?? error).split('\n')[0];

function refusal(peer, error) {
  return { peer, reason: firstLine(error), failed: !(error instanceof Unsupported) };
}

async function prepare(peer, filled) {
  try {
    return { peer, contender: await peer.prepare(filled) };
  } catch (error) {
    return refusal(peer, error);
  }
}

/** A library that has failed may be unable to free its memory. */
async function abandon({ contender }) {
  try {
    await contender.dispose();
  } catch {}
}

/** The result to compare, and a call in the form that is timed. */
async function tryOut(entry) {
  try {
    const result = await entry.contender.read();
    await entry.contender.run();
    return { ...entry, result };
  } catch (error) {
    await abandon(entry);
    return refusal(entry.peer, error);
  }
}

const canRun = (entry) => entry.contender !== undefined;

async function open(peer, filled) {
  const entry = await prepare(peer, filled);
  return canRun(entry) ? tryOut(entry) : entry;
}

/** The base is opened first: if it lacks the case, nothing else is prepared. */
async function openAll(opened, filled) {
  const [first, ...others] = opened;
  const base = await open(first, filled);
  const entries = [base];
  if (!canRun(base)) return entries;
  for (const peer of others) entries.push(await open(peer, filled));
  return entries;
}

/** Compares every result with the reference, which is computed on demand. */
function compareAll(entries, filled) {
  const ran = entries.filter(canRun);
  const expected = ran.length > 0 && referenceOf(filled);
  const wrong = ran
    .map(({ peer, result }) => [
      peer.name,
      mismatch(filled, expected, result, peer.name === 'simdcast'),
    ])
    .filter(([, text]) => text);
  if (wrong.length === 0) return;
  const texts = wrong.map(([name, text]) => `${name} is wrong: ${text}`);
  throw new Mismatch(`${filled.id}: ${texts.join('; ')}`);
}

const contenderOf = ({ peer, contender }) => ({
  name: peer.name,
  run: contender.run,
  repeat: contender.repeat,
  async: contender.async ?? false,
});

/** Below this number of bytes, a call does not measure memory. */
const leastMoved = 4096;

/** Comparison cases for the package: no broadcasting, or no fusing. */
const TWINS = [
  { name: 'flat', of: (description) => description.flat && flatTwin(description) },
  { name: 'steps', of: (description) => description.fused && { ...description, fused: false } },
];

/** The roof, and the package's own twins. */
async function references(base, description, seed) {
  const moved = description.readBytes + description.writeBytes;
  const found = description.flops || moved < leastMoved ? [] : [roofContender(description)];
  const prepared = [];
  for (const { name, of } of base.peer.name === 'simdcast' ? TWINS : []) {
    const twin = of(description);
    if (!twin) continue;
    const { run, dispose } = await base.peer.prepare(fillCase(twin, seed));
    prepared.push({ name, run, dispose });
  }
  return {
    found: [...found, ...prepared.map(({ name, run }) => ({ name, run }))],
    dispose() {
      for (const twin of prepared) twin.dispose();
    },
  };
}

function figures(samples, base) {
  const names = [...samples.keys()];
  return {
    times: Object.fromEntries(names.map((name) => [name, summarise(samples.get(name))])),
    ratios: Object.fromEntries(
      names.filter((name) => name !== base).map((name) => [name, ratio(samples, base, name)]),
    ),
  };
}

const described = ({ id, section, label, shapes, op, type, size, layout, mode }) => ({
  id,
  section,
  label,
  shapes,
  op,
  type,
  size,
  layout,
  mode,
});

/** The package's own failures. */
const brokenness = (entries) =>
  entries
    .filter(({ peer, failed }) => failed && peer.name === 'simdcast')
    .map(({ peer, reason }) => `${peer.name}: ${reason}`);

async function timeAll(entries, description, { seed, effort }) {
  const [base] = entries;
  const extra = await references(base, description, seed);
  const contenders = [...entries.filter(canRun).map(contenderOf), ...extra.found];
  const samples = await measure(contenders, effort, seed);
  extra.dispose();
  return figures(samples, base.peer.name);
}

const textsBy = (entries, field) =>
  Object.fromEntries(entries.filter((e) => e[field]).map((e) => [e.peer.name, e[field]]));

/**
 * @param {object[]} opened the libraries; ratios are relative to the first
 * @param {{ seed: number, effort: object, check?: boolean }} settings `check`: compare without timing
 * @returns figures, or `skipped` with the first library's reason; `failures` by library; `broken` has the
 *    package's own faults
 * @throws {Mismatch} if a result differs from the reference
 */
export async function runCase(opened, description, settings) {
  const filled = fillCase(description, settings.seed);
  const entries = await openAll(opened, filled);
  try {
    compareAll(entries, filled);
    return await figuresOf(entries, description, settings);
  } finally {
    for (const entry of entries.filter(canRun)) await abandon(entry);
  }
}

async function figuresOf(entries, description, settings) {
  const [base] = entries;
  const about = {
    ...described(description),
    failures: textsBy(
      entries.filter(({ failed }) => failed),
      'reason',
    ),
    missing: textsBy(entries, 'reason'),
    broken: brokenness(entries),
  };
  if (!canRun(base)) return { ...about, skipped: base.reason };
  if (settings.check)
    return { ...about, base: base.peer.name, checked: entries.filter(canRun).length };
  return {
    ...about,
    base: base.peer.name,
    elements: description.elements,
    bytes: description.readBytes + description.writeBytes,
    flops: description.flops,
    ...(await timeAll(entries, description, settings)),
  };
}
