/**
 * The statements of `src/flow/search/golden` and `src/flow/search/compile/golden`, and those of the vocabulary, in the words of
 * DuckDB as they stand in `golden/*.txt` of the same name, and what each reads of the logs. Nothing is run: the rows that come of them are tested
 * where they are searched for, on both engines.
 *
 * Write them anew with `XPLAIN_GOLDEN=write node --test src/engines/store/duckdb/dialect/golden-translations.test.ts`, and read what changed.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { bind } from '../../sql.ts';
import { CASES_FILE, readCases, statementOf } from '../../vocabulary-cases.suite.ts';
import { PRELUDE } from './prelude.ts';
import {
  translate,
  UntranslatableStatement,
  type StatementText,
  type Translation,
} from './translate.ts';

const here = join(import.meta.dirname, 'golden');
const search = join(import.meta.dirname, '../../../../flow/search');
const files = [join(search, 'golden'), join(search, 'compile/golden')].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => join(folder, name)),
);
const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';

const LOGS = {
  rows: () => ({ table: 'logs_', where: '' }),
  counts: () => ({ table: 'counts_', where: '' }),
};

/** The queries of a file, each with its statements; those asked before a search are among them. */
function casesOf(file: string): { readonly query: string; readonly statements: StatementText[] }[] {
  const blocks = readFileSync(file, 'utf8').split(/^> /m).slice(1);
  return blocks.map((block) => {
    const [query = '', ...lines] = block.split('\n');
    const statements = lines.flatMap((line, at) => {
      if (line.startsWith('  asks ')) return [readStatement(line.slice('  asks '.length))];
      if (!line.startsWith('  sql  ')) return [];
      const values = (lines[at + 1] ?? '').slice('  with '.length);
      return [readStatement(`${line.slice('  sql  '.length)} ¦ ${values}`)];
    });
    return { query, statements };
  });
}

function readStatement(line: string): StatementText {
  const [text = '', ...values] = line.replaceAll('⏎', '\n').replaceAll('␀', '\0').split(' ¦ ');
  const names = new Set([...text.matchAll(/\{(p\d+):/g)].map(([, name = '']) => name));
  const isWhole = names.size === values.length || (names.size === 0 && values.join('') === '');
  assert.ok(isWhole, `as many values as parameters: ${text}`);
  const parameters = new Map([...names].map((name, at) => [name, values[at] ?? '']));
  const sentTables = new Set([...text.matchAll(/FROM (sent\d+)/g)].map(([, name = '']) => name));
  return { text, parameters, sentTables };
}

/** `isOfValues`: the values are told as well. */
function linesOf(statement: StatementText, isOfValues: boolean): string[] {
  try {
    const translation = translate(statement, LOGS);
    assert.ok(translation.kind !== 'delete');
    const { kind, text, reads, newest } = translation;
    return [
      `  ${kind} ${oneLine(text)}`,
      ...(isOfValues ? [`  with ${written(valuesOf(translation))}`] : []),
      ...reads.map((read) => `  reads ${written(read)}`),
      ...(newest === undefined ? [] : [`  newest ${newest}`]),
    ];
  } catch (error) {
    if (!(error instanceof UntranslatableStatement)) throw error;
    return [`  refused: ${oneLine(error.message)}`];
  }
}

function valuesOf({ values }: Translation): Record<string, unknown> {
  return Object.fromEntries([...values].map(([name, { value }]) => [name, value]));
}

function oneLine(text: string): string {
  return text.replaceAll('\n', '⏎').replaceAll('\0', '␀');
}

function written(value: unknown): string {
  return oneLine(
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each)),
  );
}

function assertWritten(name: string, made: readonly string[]): void {
  const path = join(here, name);
  if (isWriting) writeFileSync(path, `${made.join('\n')}\n`);
  const expected = readFileSync(path, 'utf8')
    .trimEnd()
    .split(/\n(?=> )/);
  for (const [at, each] of made.entries()) assert.equal(each, expected[at]);
  assert.equal(made.length, expected.length);
}

for (const file of files) {
  test(`the statements of ${basename(file)} are translated as it is written`, () => {
    const made = casesOf(file).map(({ query, statements }) =>
      [`> ${query}`, ...statements.flatMap((each) => linesOf(each, true))].join('\n'),
    );
    assertWritten(basename(file), made);
  });
}

test('every word of the vocabulary is translated as it is written', () => {
  const cases = readCases(readFileSync(CASES_FILE, 'utf8')).filter(
    (piece) => typeof piece !== 'string',
  );
  const made = cases.map((each) => {
    // Further rows would be translated as the first one is.
    const { text, parameters, tables } = bind(
      statementOf({ ...each, rows: each.rows.slice(0, 1) }),
    );
    const statement = { text, parameters, sentTables: new Set(tables.keys()) };
    return [`> ${each.text}`, ...linesOf(statement, false)].join('\n');
  });
  assertWritten('vocabulary.txt', [...new Set(made)]);
});

test('every macro that a translation calls is defined', () => {
  const defined = new Set([
    'ch_sha512',
    'ch_is_strict_json',
    ...PRELUDE.flatMap((text) => [...text.matchAll(/MACRO (ch_\w+)/g)].map(([, name]) => name)),
  ]);
  const called = readdirSync(here).flatMap((name) =>
    [...readFileSync(join(here, name), 'utf8').matchAll(/\b(ch_\w+)\(/g)].map(([, each]) => each),
  );

  assert.deepEqual(
    [...new Set(called)].filter((name) => !defined.has(name)),
    [],
  );
});
