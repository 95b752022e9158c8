/** Every version of every operator, with its attributes, by the engine's table. */
import { DOMAINS, table } from '../../support/operator-table.mjs';

/**
 * @returns {{domain: string, operator: string, since: number, attributes: Record<string, string>,
 *   inputs: string[][], makes: string[]}[]} the types of each input and those that an attribute chooses
 */
export const listedVersions = () =>
  DOMAINS.flatMap((domain) =>
    table.names(domain).flatMap((operator) =>
      table.versions(operator, domain).map(({ since, attributes, types, makes }) => ({
        domain,
        operator,
        since,
        attributes: Object.fromEntries(attributes),
        inputs: types,
        makes,
      })),
    ),
  );
