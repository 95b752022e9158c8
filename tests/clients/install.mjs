import { installPeers } from '../support/peers.mjs';

/**
 * Installs missing clients (about 250 MB).
 * @returns {Promise<string | undefined>} the reason of a failure
 */
export async function installClients() {
  try {
    await installPeers(new URL('packages/', import.meta.url));
    return undefined;
  } catch (error) {
    return `the clients could not be installed: ${error.message}`;
  }
}

/** The folder of an installed package. */
export const installed = (name) => new URL(`packages/node_modules/${name}/`, import.meta.url);
