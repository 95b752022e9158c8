import { installPeers } from '../support/peers.mjs';

/**
 * Installs onnxruntime-web next to the tests if it is missing (about 140 MB).
 * @returns {Promise<string | undefined>} the reason of a failure
 */
export async function installPeer() {
  try {
    await installPeers(new URL('.', import.meta.url));
    return undefined;
  } catch (error) {
    return `onnxruntime-web could not be installed: ${error.message}`;
  }
}
