/** The tests that a correct implementation fails, each with the reason: the list of the tests in C++. */
import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('../cpp/node_tests/node_case.cpp', import.meta.url), 'utf8');

/** The texts of constants, by name. */
const texts = new Map(
  [...source.matchAll(/constexpr std::string_view (k\w+) =\s*"([^"]+)";/g)].map(
    ([, name, text]) => [name, text],
  ),
);

/** @type {ReadonlyMap<string, string>} the reasons, as the end of "tests …", by test */
export const LEDGER = new Map(
  [...source.matchAll(/\{"(test_\w+)", (?:(k\w+)|"([^"]+)")\}/g)].map(
    ([, test, constant, text]) => [test, text ?? texts.get(constant)],
  ),
);
