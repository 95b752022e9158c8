/** The texts about porting, in addition to the engine's sentences; fetched with the view. */
import { inLanguage } from '../base/language.ts';
import { counting } from '../base/plural.ts';

const plural = counting('en-GB');

export const port = inLanguage('port', {
  title: 'Port it',
  titles: {
    'onnx-legacy': ['The node at opset 6', 'From opset 7 on'],
    ncnn: ['The layer in ncnn', 'The same in ONNX'],
  },
  reshape: (changed: string) => `Write the 1s out: reshape ${changed}.`,
  as: (name: string, shape: string) => `${name} as ${shape}`,
  asIs: 'The shapes line up the same way under the NumPy rule: nothing needs to be reshaped.',
  equal: (equal: string, of: string) =>
    equal === of ? `Equal on ${of} values, checked here` : `Equal on ${equal} of ${of} values only`,
});

export const model = inLanguage('model', {
  about:
    'Lists every broadcast in an ONNX model, draws each on the ladder, and marks those that newer opsets no ' +
    'longer allow or that ncnn would align differently. The file stays in your browser.',
  drop: 'Drop an .onnx file here, or choose one.',
  sample: 'Or check the digit network below',
  reading: (name: string) => `Reading ${name} …`,
  unread: (name: string, reason: string) => `${name} could not be checked. ${reason}`,
  broadcasts: 'Its broadcasts: choose one to see it on the ladder',
  uncertain:
    'Nodes whose shapes could not be inferred, or contradict those that the model declares',
  doesNotFit: 'do not fit',
  show: 'Show it in the figure',
  more: 'More',
  nodes: (count: number) => plural(count, { one: '# node', other: '# nodes' }),
  count: (count: number) => plural(count, { one: '# broadcast', other: '# broadcasts' }),
  warnings: (count: number) => plural(count, { one: '# warning', other: '# warnings' }),
  errors: (count: number) => plural(count, { one: '# error', other: '# errors' }),
});
