/** The other end of isolated.mjs: prepares one case of one library, and times calls on request. */
import { Unsupported } from './graph.mjs';

const { prepareHere } = await import(`./${process.argv[2]}.mjs`);
let contender;

const calls = {
  async prepare(description) {
    contender = await prepareHere(description);
  },
  read: () => contender.read(),
  async repeat(iterations) {
    const { run } = contender;
    const start = performance.now();
    if (contender.async) {
      for (let i = 0; i < iterations; i++) await run();
    } else {
      for (let i = 0; i < iterations; i++) run();
    }
    return performance.now() - start;
  },
};

process.on('message', async ({ call, argument }) => {
  try {
    process.send({ value: await calls[call](argument) });
  } catch (error) {
    process.send({
      error: String(error?.message ?? error),
      unsupported: error instanceof Unsupported,
    });
  }
});
