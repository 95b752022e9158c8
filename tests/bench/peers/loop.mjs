/** The plain JavaScript loop that one would write instead of calling a library. */
import { elementTypes } from '../values.mjs';
import { Unsupported } from './graph.mjs';

function prepare({ operands, output, loop, elements, mode }) {
  if (!loop) throw new Unsupported('no loop is written for it');
  const make = () => new elementTypes[output.type].array(elements);
  const inputs = operands.map(({ data }) => data);
  const kept = make();
  const fresh = () => {
    const out = make();
    loop(inputs, out);
    return out;
  };
  return {
    run: mode === 'arrays' ? fresh : () => loop(inputs, kept),
    read: () => ({ data: fresh(), dims: output.dims }),
    dispose() {},
  };
}

export const peer = {
  name: 'loop',
  about: 'a JavaScript loop',
  open: async () => ({ version: process.version.slice(1), prepare }),
};
