/**
 * Features that clients of onnxruntime-web rely on, in simdcast/ort; tests/differential runs the same checks
 * on onnxruntime-web.
 */
import { it } from 'node:test';
import * as ort from 'simdcast/ort';
import { checks } from './checks.mjs';

for (const [name, check] of Object.entries(checks)) it(name, () => check(ort));
