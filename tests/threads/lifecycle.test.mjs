/** Starting, ending and losing workers. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { load as loadAlone } from 'simdcast';
import { AttributeError, DisposedError, load } from 'simdcast/threads';
import { rejectsWith } from '../package/asserts.mjs';
import { isPart } from '../support/extent.mjs';

const file = new URL(import.meta.resolve('simdcast/worker.js'));
const make = () => new Worker(file);
const runNode = (program) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('.', import.meta.url),
    timeout: 60_000,
  });

const summands = new Float32Array(2 ** 20).map((_, i) => i % 1001);
const sums = new Float32Array(2 ** 20).map((_, i) => 2 * (i % 1001));

/** A sum that is large enough to be shared. */
function checkSum(sc) {
  sc.tidy(() => {
    const x = sc.tensor(summands);
    for (let i = 0; i < 5; i++) {
      const { data } = sc.add(x, x);
      const first = sums.findIndex((sum, at) => data[at] !== sum);
      assert.equal(first, -1, `wrong at ${first}`);
    }
  });
}

/** Returns the console's warnings during the work. */
async function warningsOf(work) {
  const said = [];
  const { warn } = console;
  console.warn = (...words) => said.push(words.join(' '));
  try {
    await work();
  } finally {
    console.warn = warn;
  }
  return said;
}

describe('load with threads', () => {
  it('reports the number of threads and the reason', async () => {
    const sc = await load({ threads: 2 });
    assert.equal(sc.threads, 2);
    assert.match(sc.threadsReason, /^2 threads, as requested from load\.$/);
    checkSum(sc);
    sc.close();
  });

  it('returns the same instance for the same options, and another one after close', async () => {
    const sc = await load({ threads: 2 });
    assert.equal(await load({ threads: 2 }), sc);
    assert.notEqual(await load({ threads: 3 }), sc);
    sc.close();
    assert.throws(() => sc.add([1], [2]), DisposedError);
    const again = await load({ threads: 2 });
    assert.notEqual(again, sc);
    checkSum(again);
    again.close();
    (await load({ threads: 3 })).close();
  });

  it('takes as many threads as there are cores, at most four, by itself', async () => {
    const sc = await load();
    assert.ok(sc.threads >= 1 && sc.threads <= 4);
    assert.match(sc.threadsReason, /'auto'/);
    sc.close();
  });

  it('has an engine of one thread where that is asked for', async () => {
    const sc = await load({ threads: 1 });
    assert.equal(sc.threads, 1);
    assert.match(sc.threadsReason, /^1 thread, as requested from load\.$/);
    checkSum(sc);
  });

  it('rejects invalid counts and workers', async () => {
    for (const threads of [0, -1, 1.5, 65, Number.NaN, Infinity, '2', 'many', null, {}, 2n]) {
      const error = await rejectsWith(() => load({ threads }), AttributeError, 'invalid_threads');
      assert.match(error.message, /'auto' or an integer from 1 to 64/);
    }
    for (const worker of [null, 1, {}])
      await rejectsWith(() => load({ threads: 2, worker }), AttributeError, 'invalid_worker');
  });

  it('is mentioned by the default entry', async () => {
    const error = await rejectsWith(
      () => loadAlone({ threads: 2 }),
      AttributeError,
      'option_unknown',
    );
    assert.match(error.message, /simdcast\/threads/);
    const sc = await loadAlone();
    assert.equal(sc.threads, 1);
    assert.match(sc.threadsReason, /simdcast\/threads/);
  });
});

describe('workers that do not start', () => {
  const broken = {
    'a file that is not there': () => new URL('./missing.js', import.meta.url),
    'a factory that throws': () => () => {
      throw new Error('no more workers');
    },
    'a worker that ends at once': () => () => new Worker('process.exit()', { eval: true }),
    'a worker that throws': () => () => new Worker('throw new Error("broken")', { eval: true }),
  };
  for (const [name, source] of Object.entries(broken))
    it(`${name}: one thread, with the reason`, async () => {
      const sc = await load({ threads: 2, worker: source() });
      assert.equal(sc.threads, 1);
      assert.match(sc.threadsReason, /^One thread: no worker started; .+\.$/);
      checkSum(sc);
      sc.close();
    });

  // It takes those 10 seconds.
  if (!isPart)
    it('a worker that never answers: one thread after 10 seconds', async () => {
      const worker = () => new Worker('setInterval(() => {}, 1000)', { eval: true });
      const sc = await load({ threads: 2, worker });
      assert.equal(sc.threads, 1);
      assert.match(sc.threadsReason, /no worker started; it did not start in 10 seconds\.$/);
      checkSum(sc);
      sc.close();
    });

  it('of several, some: as many threads as there are', async () => {
    let made = 0;
    const worker = () => (made++ ? new Worker('process.exit()', { eval: true }) : make());
    const sc = await load({ threads: 3, worker });
    assert.equal(sc.threads, 2);
    assert.match(sc.threadsReason, /2 threads instead of 3/);
    checkSum(sc);
    sc.close();
  });
});

describe('memory for several threads', () => {
  it('too little of it: one thread, and advice', async () => {
    const sc = await load({ threads: 2, maximumMemory: 2 ** 20 });
    assert.equal(sc.threads, 1);
    assert.match(
      sc.threadsReason,
      /^One thread: 1048576 bytes are not enough .+ larger maximumMemory/,
    );
    assert.deepEqual([...sc.add([1, 2], [3, 4]).data], [4, 6]);
    sc.close();
  });
});

describe('workers that end', () => {
  it('between calls: the caller goes on alone, with a warning', async () => {
    let made;
    const worker = () => {
      made = make();
      return made;
    };
    const sc = await load({ threads: 2, worker });
    checkSum(sc);
    const said = await warningsOf(async () => {
      await made.terminate();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    assert.equal(said.length, 1);
    assert.match(said[0], /simdcast: One thread from now on: a worker has stopped/);
    assert.equal(sc.threads, 1);
    assert.match(sc.threadsReason, /has stopped/);
    checkSum(sc);
    sc.close();
  });

  it('while they work: no call hangs, and results are right', async () => {
    let made;
    const worker = () => {
      made = make();
      return made;
    };
    const sc = await load({ threads: 2, worker });
    checkSum(sc);
    await warningsOf(async () => {
      // Its end comes while calls follow one another without a pause.
      const ended = made.terminate();
      checkSum(sc);
      await ended;
    });
    checkSum(sc);
    sc.close();
  });
});

describe('many engines', () => {
  it('one after the other and at once: close leaves no worker', async () => {
    let [made, ended] = [0, 0];
    const worker = () => {
      made += 1;
      return make().on('exit', () => {
        ended += 1;
      });
    };
    const start = (i) => load({ threads: 3, worker, maximumMemory: 2 ** 26 + i * 2 ** 16 });
    for (let i = 0; i < 5; i++) {
      const sc = await start(0);
      checkSum(sc);
      sc.close();
    }
    const engines = await Promise.all([0, 1, 2, 3].map(start));
    assert.equal(new Set(engines).size, 4);
    for (const sc of engines) {
      assert.equal(sc.threads, 3, sc.threadsReason);
      checkSum(sc);
      sc.close();
    }
    for (let i = 0; i < 100 && ended < made; i++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual({ made, ended }, { made: 18, ended: 18 });
  });

  it('closed within tidy: the next call is rejected', async () => {
    const sc = await load({ threads: 2 });
    const work = () => {
      const x = sc.ones([512, 512]);
      sc.close();
      sc.add(x, x);
    };
    assert.throws(() => sc.tidy(work), DisposedError);
  });
});

describe('the end of a program', () => {
  it('comes by itself, without close', async () => {
    const { stdout } = await runNode(`
      import { load } from 'simdcast/threads';
      const sc = await load({ threads: 3 });
      const x = sc.ones([1024, 1024]);
      console.log(sc.threads, sc.add(x, x).data[5]);
    `);
    assert.equal(stdout, '3 2\n');
  });

  it('comes in the middle of calls, with its own exit code', async () => {
    const ends = { 'process.exit(7)': 7, 'throw new Error()': 1 };
    for (const [statement, code] of Object.entries(ends)) {
      const program = `
        import { load } from 'simdcast/threads';
        const sc = await load({ threads: 3 });
        const x = sc.ones([512, 512]);
        setTimeout(() => { ${statement}; });
        setInterval(() => { for (let i = 0; i < 10; i++) sc.matMul(x, x).dispose(); });
      `;
      await assert.rejects(runNode(program), { code });
    }
  });

  it('is that of the worker in which the engine is', async () => {
    const { stdout } = await runNode(`
      import { Worker } from 'node:worker_threads';
      const program = \`import('simdcast/threads').then(async ({ load }) => {
        const sc = await load({ threads: 3 });
        const x = sc.ones([512, 512]);
        const { parentPort } = await import('node:worker_threads');
        parentPort.postMessage(sc.add(x, x).data[5]);
        for (;;) sc.matMul(x, x).dispose();
      })\`;
      const worker = new Worker(program, { eval: true });
      worker.on('message', async (sum) => {
        await worker.terminate();
        console.log('ended after', sum);
      });
    `);
    assert.equal(stdout, 'ended after 2\n');
  });

  it('comes after close', async () => {
    const { stdout } = await runNode(`
      import { load } from 'simdcast/threads';
      const sc = await load({ threads: 2 });
      sc.close();
      console.log('closed');
    `);
    assert.equal(stdout, 'closed\n');
  });
});

describe('memory that is shared', () => {
  it('grows, and views of before are operands still', async () => {
    const sc = await load({ threads: 2, maximumMemory: 2 ** 28 });
    const x = sc.tensor(Float32Array.of(1, 2, 3));
    const view = x.data;
    const before = sc.memory().bytes;
    const large = sc.zeros([2 ** 22]);
    assert.ok(sc.memory().bytes > before);
    assert.deepEqual([...sc.add({ data: view, dims: [3] }, 1).data], [2, 3, 4]);
    assert.deepEqual([...x.toArray()], [1, 2, 3]);
    assert.ok(x.toArray().buffer instanceof ArrayBuffer);
    assert.equal(sc.add(large, 1).data.at(-1), 1);
    sc.close();
  });

  it('grows again and again, and views from between are of the same memory', async () => {
    const sc = await load({ threads: 2, maximumMemory: 2 ** 28 });
    const x = sc.zeros([2 ** 20]);
    const views = [];
    for (let i = 0; i < 4; i++) {
      const before = sc.memory().bytes;
      views.push(sc.add(x, x).data);
      assert.ok(sc.memory().bytes > before, 'it has grown');
    }
    for (const data of views) assert.equal(sc.add({ data, dims: [2 ** 20] }, 1).data.at(-1), 1);
    sc.close();
  });

  it('runs out as that of one thread does', async () => {
    const sc = await load({ threads: 2, maximumMemory: 2 ** 25 });
    assert.throws(() => sc.zeros([2 ** 24]), { code: 'out_of_memory' });
    const x = sc.ones([2 ** 20]);
    assert.throws(
      () => {
        for (const kept = []; ; ) kept.push(sc.add(x, x));
      },
      { code: 'out_of_memory' },
    );
    assert.equal(sc.sum(x).data[0], 2 ** 20);
    sc.close();
  });
});
