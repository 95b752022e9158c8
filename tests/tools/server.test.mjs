import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { serve } from '../browser/lib/server.mjs';
import { temporaryFolder } from './support.mjs';

// Otherwise a test of the browser waited until CI timed out.
test('a server closes although a connection has sent no request', {
  timeout: 10_000,
}, async (t) => {
  const server = await serve(temporaryFolder(t));
  const unused = connect(new URL(server.url).port, '127.0.0.1');
  t.after(() => unused.destroy());
  unused.on('error', () => {});
  await once(unused, 'connect');
  await server.close();
});
