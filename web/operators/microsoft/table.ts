/** The operators of `com.microsoft` that there are: what onnxruntime's optimisers and exporters write into models. */
import type { Operator } from '../operator.js';
import { activationOperators } from './activations.js';

export const microsoftOperators: readonly Operator[] = [...activationOperators];
