/**
 * Queries and what becomes of them, from text to rows, in files people can read: `golden/*.txt`. A case begins
 * with `>`; below stand its tree, what it asks the store before its statement is known and is told, its statement,
 * the bound values, and the rows a real store gives for the events of `test/support/example-events.ts`; or why it
 * is refused. Lines with `#` are remarks. Without a store, `compile/golden-statements.test.ts` reads the same files.
 * Run with XPLAIN_GOLDEN=write to write what comes out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { AppError } from '../../base/errors.ts';
import type { EmbeddedEngine } from '../../engines/store/child/engine-of-folder.ts';
import { type LogStore, rowsOf } from '../../engines/store/store.ts';
import { parse } from '../../language/index.ts';
import { EXAMPLE_PLACES } from '../../../test/support/example-places.ts';
import {
  EXAMPLE_INDEXES,
  EXAMPLE_LOOKUPS,
  EXAMPLE_NOW,
  EXAMPLE_SAVED_SEARCHES,
  exampleEvents,
} from '../../../test/support/example-events.ts';
import {
  askedLine,
  oneLine,
  refusalLine,
  statementLines,
  toldLine,
} from '../../../test/support/search/golden-lines.ts';
import { treeText } from '../../../test/support/language/s-expression.ts';
import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import { showRows } from '../../../test/support/search/show-rows.ts';
import { prepareSearch } from './prepare-search.ts';

const folder = join(import.meta.dirname, 'golden');
const files = namesIn(folder);
/** Of these only what becomes of them before they are run. */
const statementsFolder = join(import.meta.dirname, 'compile/golden');
const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';

if (isWriting) goldenCases(undefined);
else onBothEngines(goldenCases);

function namesIn(place: string): string[] {
  return readdirSync(place).filter((file) => file.endsWith('.txt'));
}

function goldenCases(engine: EmbeddedEngine | undefined): void {
  let tested: SearchUnderTest;
  before(async () => {
    tested = await openSearch({
      now: EXAMPLE_NOW,
      ...(engine === undefined ? {} : { engine }),
      indexes: EXAMPLE_INDEXES,
      savedSearches: EXAMPLE_SAVED_SEARCHES,
      lookups: EXAMPLE_LOOKUPS,
      geoip: EXAMPLE_PLACES,
    });
    await tested.insert(exampleEvents());
  });
  after(() => tested[Symbol.asyncDispose]());

  const check = async (file: string): Promise<void> => {
    const path = join(folder, file);
    const content = readFileSync(path, 'utf8');
    const renewed = await renew(tested, content);
    if (isWriting) writeFileSync(path, renewed);

    // What the store tells on the way may differ in form from engine to engine.
    const reported = /^ {2}told .*\n/gm;
    assert.equal(
      (isWriting ? renewed : content).replaceAll(reported, ''),
      renewed.replaceAll(reported, ''),
    );
  };
  for (const file of files) {
    test(`the queries of ${file} become the statements and rows written there`, () => check(file));
  }
  if (!isWriting) return;
  const write = async (file: string): Promise<void> => {
    const path = join(statementsFolder, file);
    const renewed = await renew(tested, readFileSync(path, 'utf8'));
    writeFileSync(path, renewed.replaceAll(/^ {2}(?:tree|\||limit) .*\n/gm, ''));
  };
  for (const file of namesIn(statementsFolder)) {
    test(`the statements of ${file} are written`, () => write(file));
  }
}

/** Remarks stay; everything below a query is computed anew. */
async function renew(tested: SearchUnderTest, content: string): Promise<string> {
  const parts: string[] = [];
  for (const line of content.split('\n')) {
    if (line.startsWith('#')) parts.push(line);
    if (line.startsWith('> ')) parts.push(await answer(tested, line.slice(2)));
  }
  return parts
    .join('\n\n')
    .replaceAll(/^(#.*)\n\n(?=[#>])/gm, '$1\n')
    .concat('\n');
}

async function answer(tested: SearchUnderTest, line: string): Promise<string> {
  const text = line.replaceAll('⏎', '\n');
  return [`> ${line}`, ...(await stepsOf(tested, text)).map((each) => `  ${each}`)].join('\n');
}

async function stepsOf(tested: SearchUnderTest, text: string): Promise<string[]> {
  const { query } = parse(text);
  const { signal } = new AbortController();
  const lines: string[] = [];
  try {
    const { plan } = await prepareSearch(
      { ...tested.needs, store: noting(tested.store, lines) },
      tested.actorOf('org_test'),
      { query: text },
      signal,
    );
    lines.unshift(`tree ${query === undefined ? '' : oneLine(treeText(query))}`);
    lines.push(...statementLines(plan.statement));
    const { data } = await tested.search(text);
    lines.push(
      ...showRows(data).map((row) => `| ${row}`),
      ...data.limits_applied.map(({ limit, message }) => `limit ${limit}: ${message}`),
    );
  } catch (error) {
    assert.ok(error instanceof AppError, `${text}: ${String(error)}`);
    lines.push(refusalLine(error));
  }
  return lines;
}

/** What is asked before the statement of the search is known, and what the store says. */
function noting(store: LogStore, asked: string[]): LogStore {
  return {
    ...store,
    query: async (statement, options) => {
      const said = await store.query(statement, options);
      asked.push(askedLine(statement), toldLine(rowsOf(said)));
      return said;
    },
    async *stream(statement, options) {
      let names: string[] = [];
      const rows: Record<string, unknown>[] = [];
      for await (const event of store.stream(statement, options)) {
        if (event.kind === 'columns') names = event.columns.map(({ name }) => name);
        if (event.kind === 'row') {
          rows.push(Object.fromEntries(names.map((name, i) => [name, event.row[i]])));
        }
        yield event;
      }
      asked.push(askedLine(statement), toldLine(rows));
    },
  };
}

test('there are at least three hundred cases, each once, and the conformance set is among them', () => {
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const queries = [...texts.matchAll(/^> (.*)$/gm)].map(([, query]) => query);
  const named = [...texts.matchAll(/^# Conformance (\d+):/gm)].map(([, number]) => Number(number));

  assert.ok(queries.length >= 300, `${queries.length} cases`);
  assert.deepEqual(
    queries.filter((query, i) => queries.indexOf(query) !== i),
    [],
  );
  assert.deepEqual(
    named,
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
});
