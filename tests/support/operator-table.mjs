/** The engine's table of operators, which the package reads. */
import { load } from 'simdcast';
import { importSource } from './sources.mjs';

const { OperatorTable } = await importSource('engine/operator-table.ts');
const sc = await load();

export const table = new OperatorTable(sc.constructor.partsOf(sc).engine);

export const DOMAINS = ['', 'ai.onnx.ml', 'com.microsoft', 'ai.onnx.preview.training'];
