import { installPeers } from '../support/peers.mjs';

/**
 * Installs onnxruntime-web beside the tests, where it is not (about 140 MB).
 * @returns {string | undefined} why it could not
 */
export function installPeer() {
  try {
    installPeers(new URL('.', import.meta.url));
    return undefined;
  } catch (error) {
    return `onnxruntime-web could not be installed: ${error.stderr || error.message}`;
  }
}
