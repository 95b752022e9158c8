import { installPeers as install } from '../support/peers.mjs';

/** Installs missing peers next to the benchmark. */
export function installPeers(say) {
  return install(new URL('.', import.meta.url), () =>
    say('installing the peers into tests/bench/node_modules (about 220 MB)'),
  );
}
