/** Text about error messages; fetched with the clinic. */
import { inLanguage } from '../base/language.ts';

const english = {
  printed: 'What each library prints here, approximately',
  unknown:
    'I can’t find two shapes here. Paste the whole message or, if it names none, just the shapes: (3,4) (3,).',
  topics: {
    product:
      'This is a matrix product: its inner sizes must be equal, and broadcasting does not apply to them.',
    join: 'This joins arrays: all axes but the joined one must have equal sizes, and nothing is repeated.',
    memory:
      'The shapes fit, but the result is too large for the memory. Compute it in blocks, or drop the axis that you do not need.',
  },
  tooLarge: (operands: number, axes: number, size: number) =>
    `The page shows at most ${operands} operands, ${axes} axes and sizes of ${size}.`,
  read: (source: string, shapes: string) =>
    source === 'Shapes' ? `The shapes are ${shapes}.` : `${source}. The shapes are ${shapes}.`,
  open: ' The message does not give every size; the missing ones are guesses.',
  julia: ' Julia lines shapes up on the left; here they line up on the right.',
  output: (result: string, room: string) =>
    `The result is ${result}, but the output has shape ${room}. Drop the out= argument, or give it the shape ${result}.`,
  whole: (axis: number | undefined, a: number, b: number) =>
    `The message only says that ${axis === undefined ? 'an axis' : `axis ${axis}`} has ${a} in one operand and ${b} in the other. What are the full shapes?`,
  fullShape: (name: string, size: number) => `Full shape of ${name}, which has a ${size}`,
  show: 'Show them',
} as const;

export const words = inLanguage('clinic', english);
