/** Every attribute of every version of every operator, by the tables of web/operators and of the engine. */
import { readFileSync } from 'node:fs';
import { inTop } from '../../../tools/lib/paths.mjs';
import { importSource } from '../../support/sources.mjs';

const read = (path) => readFileSync(inTop(path), 'utf8');
const matches = (path, pattern) => [...read(path).matchAll(pattern)].map(([, ...groups]) => groups);

/** The kinds of the package's table for the engine's. */
const KINDS = { integer: 'int', flag: 'int', real: 'float', choice: 'string', type: 'type' };

/** The engine's operators, out of its sources: [domain, name, version]. */
function ofEngine() {
  const attributes = new Map(
    matches(
      'src/operators/attributes.cpp',
      /\{Attribute::(\w+), "(\w+)", AttributeKind::(\w+)/g,
    ).map(([id, name, kind]) => [id, [name, KINDS[kind] ?? 'ints']]),
  );
  const versions = 'src/operators/versions.cpp';
  const masks = new Map();
  for (const [name, body] of matches(versions, /AttributeMask (\w+) =([^;]+);/g)) {
    const own = [...body.matchAll(/Attribute::(\w+)/g)].map(([, id]) => attributes.get(id));
    const others = [...body.matchAll(/\b([A-Z]\w+)\b(?!::)/g)].flatMap(
      ([, other]) => masks.get(other) ?? [],
    );
    masks.set(name, [...own, ...others]);
  }
  const names = new Map(matches('src/operators/operators.cpp', /OpId::(\w+), "(\w+)"/g));
  return matches(
    versions,
    /\{O::(\w+), (\d+), [\w:]+, \w+, \w+, [^,]+, ([\w |]+), [^}]*\}?\}/g,
  ).map(([id, since, mask]) => {
    const listed = mask.split(' | ').flatMap((one) => masks.get(one));
    return ['', names.get(id), { since: Number(since), attributes: Object.fromEntries(listed) }];
  });
}

/** The operators of the package's tables. */
async function ofPackage() {
  const [table, ml, microsoft, training, sequences, optionals] = await Promise.all(
    [
      'operators/table.ts',
      'operators/ml/table.ts',
      'operators/microsoft/table.ts',
      'operators/optimizers.ts',
      'operators/containers/sequences.ts',
      'operators/containers/optionals.ts',
    ].map(importSource),
  );
  const domains = [
    ['', [...table.OPERATORS.values()]],
    ['', [...sequences.sequenceOperators, ...optionals.optionalOperators]],
    ['ai.onnx.ml', ml.mlOperators],
    ['com.microsoft', microsoft.microsoftOperators],
    ['', microsoft.inOwnDomain],
    ['ai.onnx.preview.training', training.optimizerOperators],
  ];
  return domains.flatMap(([domain, operators]) =>
    operators.flatMap(({ name, versions }) => versions.map((one) => [domain, name, one])),
  );
}

/**
 * `inputs` contains the types of each input; it is absent for the engine's own operators.
 *
 * @returns {Promise<{domain: string, operator: string, since: number, attributes: Record<string, string>,
 *   inputs?: string[][]}[]>}
 */
export async function listedVersions() {
  const own = await ofPackage();
  // An operator with a row in the package is not the engine's, even if the engine computes it.
  const isOwn = (name) => own.some(([domain, other]) => domain === '' && other === name);
  const engine = ofEngine().filter(([, name]) => !isOwn(name));
  return [...engine, ...own].map(
    ([domain, operator, { since, attributes = {}, types, makes }]) => ({
      domain,
      operator,
      since,
      attributes,
      inputs: types,
      makes,
    }),
  );
}
