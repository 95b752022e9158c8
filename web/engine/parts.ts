/** The parts of one instance of the engine, which every entry builds on. */
import type { LayoutIds } from '../memory/layout-ids.js';
import type { Tensors } from '../memory/tensors.js';
import type { Engine } from './engine.js';
import type { EngineOperators } from './engine-operators.js';
import type { OperatorTable } from './operator-table.js';
import type { Plans } from './plans.js';
import type { Shapes } from './shapes.js';

export interface EngineParts {
  readonly engine: Engine;
  readonly layouts: LayoutIds;
  readonly tensors: Tensors;
  readonly shapes: Shapes;
  readonly plans: Plans;
  readonly operators: EngineOperators;
  readonly table: OperatorTable;
}
