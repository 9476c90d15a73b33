/**
 * Limits that the product or the tests do not use yet, and why. `group.*` stands for a whole group. A limit
 * that has come into use must leave the list, so it only ever shrinks.
 */
export const LIMITS_NOT_YET: Readonly<Record<string, string>> = {
  'ingest.queryableMs': 'an objective: bench:ingest measures it',
  'targets.turnMsMax': 'an objective: the load tests measure it',
};
