/**
 * Every statement of `src/flow/search/golden`, `src/flow/search/compile/golden` and the vocabulary can be said in the words of DuckDB, and some
 * thirty of them as `golden/readable.txt` shows, with what each reads of the logs. Nothing is run: the rows that come of them are
 * tested where they are searched for, on both engines.
 *
 * Write them anew with `XPLAIN_GOLDEN=write node --test src/engines/store/duckdb/dialect/golden-translations.test.ts`, and read what changed.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bind } from '../../sql.ts';
import { CASES_FILE, readCases, statementOf } from '../../vocabulary-cases.suite.ts';
import { PRELUDE } from './prelude.ts';
import { translate, type StatementText, type Translation } from './translate.ts';

const READABLE = join(import.meta.dirname, 'golden/readable.txt');
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

function linesOf(statement: StatementText): string[] {
  const translation = translate(statement, LOGS);
  assert.ok(translation.kind !== 'delete');
  const { kind, text, reads, newest } = translation;
  return [
    `  ${kind} ${oneLine(text)}`,
    `  with ${written(valuesOf(translation))}`,
    ...reads.map((read) => `  reads ${written(read)}`),
    ...(newest === undefined ? [] : [`  newest ${newest}`]),
  ];
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

/** Each case as it stands in the file: its heading, and below it what becomes of its statements. */
function translated(): Map<string, string> {
  const searches = files.flatMap((file) =>
    casesOf(file).map(({ query, statements }) => [query, statements] as const),
  );
  const words = readCases(readFileSync(CASES_FILE, 'utf8')).flatMap((piece) => {
    if (typeof piece === 'string') return [];
    // Further rows would be translated as the first one is.
    const rows = piece.rows.slice(0, 1);
    const { text, parameters, tables } = bind(statementOf({ ...piece, rows }));
    return [[piece.text, [{ text, parameters, sentTables: new Set(tables.keys()) }]] as const];
  });
  const made = [...searches, ...words].map(([name, statements]) => {
    try {
      return [name, [`> ${name}`, ...statements.flatMap(linesOf)].join('\n')] as const;
    } catch (cause) {
      throw new Error(`not translated: ${name}`, { cause });
    }
  });
  return new Map(made.toReversed());
}

const cases = translated();

test('statements are translated as they are written', () => {
  const expected = readFileSync(READABLE, 'utf8')
    .trimEnd()
    .split(/\n(?=> )/);
  const made = expected.map((each) => cases.get((each.split('\n')[0] ?? '').slice('> '.length)));

  if (isWriting) writeFileSync(READABLE, `${made.join('\n')}\n`);
  else for (const [at, each] of expected.entries()) assert.equal(made[at], each);
});

test('every statement can be translated, and every macro that it calls is defined', () => {
  const defined = new Set([
    'ch_sha512',
    'ch_is_strict_json',
    ...PRELUDE.flatMap((text) => [...text.matchAll(/MACRO (ch_\w+)/g)].map(([, name]) => name)),
  ]);
  const called = [...cases.values()].flatMap((text) =>
    [...text.matchAll(/\b(ch_\w+)\(/g)].map(([, each]) => each),
  );

  assert.ok(called.length > 1_000, `${called.length} calls`);
  assert.deepEqual(
    [...new Set(called)].filter((name) => !defined.has(name)),
    [],
  );
});
