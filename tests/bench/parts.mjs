/** The parts of the benchmark: the cases, and other measurements. */
import { measureColdStart } from './cold-start.mjs';
import { measureDecoding } from './decoding/measure.mjs';
import { decodingTable } from './decoding/table.mjs';
import { measureNewShapes } from './new-shapes.mjs';
import {
  coldStartTable,
  newShapesTable,
  rooflineTable,
  sessionsTable,
  sizesTable,
  threadsTable,
} from './report.mjs';
import { measureRoofline } from './roofline.mjs';
import { measureSessions } from './sessions.mjs';
import { packageSizes, peerSizes } from './sizes.mjs';
import { measureThreads } from './threads.mjs';

/**
 * The parts of the benchmark, in order. `needs`: whether they require simdcast.
 * @param {(context: object) => Promise<void>} runCases
 */
export const partsWith = (runCases) => [
  {
    name: 'roofline',
    title: 'roofline: plain loops over memory',
    run: ({ settings }) => measureRoofline(settings, settings.quick ? ['L1', '4 MB'] : undefined),
    print: rooflineTable,
  },
  {
    name: 'cases',
    run: runCases,
  },
  {
    name: 'sessions',
    title: 'sessions: whole models, arrays in and arrays out',
    needs: true,
    run: ({ opened, settings }) =>
      opened.some(({ name }) => name === 'ort') ? measureSessions(settings) : [],
    print: sessionsTable,
  },
  {
    name: 'decoding',
    title: 'decoding: language models and encoders, in processes of their own',
    needs: true,
    run: ({ opened, settings }) =>
      opened.some(({ name }) => name === 'ort') ? measureDecoding(settings) : [],
    print: decodingTable,
  },
  {
    name: 'threads',
    title: 'threads: one and several, resident tensors',
    needs: true,
    run: ({ settings }) => measureThreads(settings),
    print: threadsTable,
  },
  {
    name: 'plan',
    title: 'plan: new shapes',
    needs: true,
    run: ({ opened, settings }) => measureNewShapes(opened[0].native, settings.effort.rounds),
    print: newShapesTable,
  },
  {
    name: 'cold',
    title: 'cold: import to first result, and the first calls',
    run: ({ opened, settings }) =>
      measureColdStart(
        opened.map(({ name }) => name).filter((name) => name !== 'loop'),
        settings.quick ? 1 : 7,
      ),
    print: coldStartTable,
  },
  {
    name: 'gzip',
    title: 'gzip: what is downloaded',
    run: async ({ opened, settings }) => [
      ...(opened.some(({ name }) => name === 'simdcast') ? await packageSizes() : []),
      ...(settings.quick ? [] : await peerSizes(opened)),
    ],
    print: sizesTable,
  },
];
