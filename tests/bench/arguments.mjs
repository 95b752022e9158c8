import { parseArgs } from 'node:util';

export const help = `Usage: npm run bench -- [options]

Times simdcast and other libraries on the same work, in turns and on one thread. Each result is
compared with a reference first; a wrong one ends the run with exit code 1.

  --quick          a short run (a minute or two) that shows that everything works
  --full           every operator, type, size and layout: hours; use it with --filter
  --filter REGEX   only the cases whose id matches, and the sections of that name
  --peers LIST     of simdcast,tfjs,ort,numpy-ts,jax,loop; ratios are to the first
  --rounds N       rounds per case (9; quick: 3)
  --sample MS      milliseconds per sample (20; quick: 3)
  --seed N         of the operands' values, and of the order in each round (1)
  --check          compare every result with the reference, and time nothing
  --note TEXT      what disturbed the run, a sentence to publish with its figures
  --json FILE      write all figures
  --svg FILE       write a plot of the layouts section
  --check-sizes    fail when a size after gzip is over its limit
  --list           print the ids of the cases and leave
  --help           print this
`;

const options = {
  quick: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  filter: { type: 'string' },
  peers: { type: 'string' },
  rounds: { type: 'string' },
  sample: { type: 'string' },
  seed: { type: 'string', default: '1' },
  check: { type: 'boolean', default: false },
  note: { type: 'string' },
  json: { type: 'string' },
  svg: { type: 'string' },
  'check-sizes': { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

function positive(name, text) {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0, not '${text}'`);
  return value;
}

function extentOf({ quick, full }) {
  if (quick && full) throw new Error('--quick and --full exclude each other');
  if (quick) return 'quick';
  return full ? 'full' : 'normal';
}

/**
 * @param {string[]} argv
 * @param {string[]} peerNames those there are, in order
 * @param {Record<string, { warmUp: number, sample: number, rounds: number }>} efforts
 */
export function readArguments(argv, peerNames, efforts) {
  const { values } = parseArgs({ args: argv, options });
  const extent = extentOf(values);
  const names = values.peers?.split(',') ?? peerNames;
  const unknown = names.find((name) => !peerNames.includes(name));
  if (unknown !== undefined) {
    throw new Error(`--peers: '${unknown}' is not one of ${peerNames.join(', ')}`);
  }
  const effort = { ...(efforts[extent] ?? efforts.normal) };
  if (values.rounds) effort.rounds = Math.ceil(positive('rounds', values.rounds));
  if (values.sample) effort.sample = positive('sample', values.sample);
  return {
    ...values,
    extent,
    effort,
    names,
    filter: new RegExp(values.filter ?? ''),
    seed: positive('seed', values.seed),
  };
}
