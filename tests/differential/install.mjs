import { installPeers } from '../support/peers.mjs';

/**
 * Installs onnxruntime-web beside the tests, where it is not (about 140 MB).
 * @returns {Promise<string | undefined>} why it could not
 */
export async function installPeer() {
  try {
    await installPeers(new URL('.', import.meta.url));
    return undefined;
  } catch (error) {
    return `onnxruntime-web could not be installed: ${error.message}`;
  }
}
