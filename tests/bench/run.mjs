/** `npm run bench`. */
import { main } from './bench.mjs';
import { peers } from './peers/index.mjs';

process.exitCode = await main(process.argv.slice(2), peers);
