/** The checks of simdcast/ort hold for onnxruntime-web, which they are derived from. */
import { it } from 'node:test';
import { checks } from '../ort/checks.mjs';
import { installPeer } from './install.mjs';
import { loadPeer } from './peer.mjs';

const skip = (await installPeer()) ?? false;
if (skip) console.error(`! Differential: SKIPPED. ${skip}`);
const ort = skip ? undefined : await loadPeer();

for (const [name, check] of Object.entries(checks)) it(name, { skip }, () => check(ort));
