/** Ports of servers that another program starts. */
import { createServer } from 'node:net';

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The response to the first request that a server accepts. */
export async function whenServed(url) {
  for (let round = 0; ; round++) {
    try {
      return await fetch(url);
    } catch (error) {
      if (round === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
