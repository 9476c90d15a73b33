/** Statements as text, and in the words of DuckDB, for the tests of the parts that write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translate, UntranslatableStatement, type Translation } from './translate.ts';

const LOGS = {
  rows: () => ({ table: 'logs_', where: '' }),
  counts: () => ({ table: 'counts_', where: '' }),
};

/** `values` are those of its parameters, by name. */
export function translateText(
  text: string,
  values: Readonly<Record<string, string>> = {},
): Translation {
  const sentTables = new Set([...text.matchAll(/\b(sent\d+)\b/g)].map(([, name = '']) => name));
  return translate({ text, parameters: new Map(Object.entries(values)), sentTables }, LOGS);
}

/** What stands in the answer, or why there is none. */
export function outcomeOf(text: string, values?: Readonly<Record<string, string>>): string {
  try {
    return translateText(text, values).text;
  } catch (error) {
    if (!(error instanceof UntranslatableStatement)) throw error;
    return `refused: ${error.message}`;
  }
}

/** Statements without parameters, what becomes of each, and the values that are bound where that is of interest. */
export function testOutcomes(
  outcomes: readonly (readonly [text: string, outcome: string, values?: readonly unknown[]])[],
): void {
  for (const [text, outcome, values] of outcomes) {
    test(`${text}: is written in the words of DuckDB, or refused`, () => {
      assert.equal(outcomeOf(text), outcome);
      if (values === undefined) return;
      assert.deepEqual(
        [...translateText(text).values.values()].map(({ value }) => value),
        values,
      );
    });
  }
}
