/** What clients of onnxruntime-web rely on, by simdcast/ort; tests/differential holds onnxruntime-web against it. */
import { it } from 'node:test';
import * as ort from 'simdcast/ort';
import { checks } from './checks.mjs';

for (const [name, check] of Object.entries(checks)) it(name, () => check(ort));
