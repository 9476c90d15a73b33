/**
 * Queries and what becomes of them, from text to rows, in files people can read: `golden/*.txt`. A case begins
 * with `>`; below stand its tree, its statement, the bound values, and the rows a real store gives for the
 * events of `test/support/example-events.ts`; or why it is refused. Lines with `#` are remarks.
 * Run with XPLAIN_GOLDEN=write to write what comes out now, and read the difference.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { AppError } from '../../base/errors.ts';
import type { EmbeddedEngine } from '../../engines/store/child/engine-of-folder.ts';
import { bind } from '../../engines/store/sql.ts';
import { parse } from '../../language/index.ts';
import {
  EXAMPLE_INDEXES,
  EXAMPLE_LOOKUPS,
  EXAMPLE_NOW,
  EXAMPLE_SAVED_SEARCHES,
  exampleEvents,
} from '../../../test/support/example-events.ts';
import { treeText } from '../../../test/support/language/s-expression.ts';
import { onBothEngines } from '../../../test/support/on-both-engines.ts';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import { showRows } from '../../../test/support/show-rows.ts';
import { prepareSearch } from './prepare-search.ts';

const folder = join(import.meta.dirname, 'golden');
const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';

if (isWriting) goldenCases(undefined);
else onBothEngines(goldenCases);

function goldenCases(engine: EmbeddedEngine | undefined): void {
  let tested: SearchUnderTest;
  before(async () => {
    tested = await openSearch({
      now: EXAMPLE_NOW,
      ...(engine === undefined ? {} : { engine }),
      indexes: EXAMPLE_INDEXES,
      savedSearches: EXAMPLE_SAVED_SEARCHES,
      lookups: EXAMPLE_LOOKUPS,
    });
    await tested.insert(exampleEvents());
  });
  after(() => tested[Symbol.asyncDispose]());

  const check = async (file: string): Promise<void> => {
    const path = join(folder, file);
    const content = readFileSync(path, 'utf8');
    const renewed = await renew(tested, content);
    if (isWriting) writeFileSync(path, renewed);

    assert.equal(isWriting ? renewed : content, renewed);
  };
  for (const file of files) {
    test(`the queries of ${file} become the statements and rows written there`, () => check(file));
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
  try {
    const { plan } = await prepareSearch(
      tested.needs,
      tested.actorOf('org_test'),
      { query: text },
      signal,
    );
    const { text: statement, parameters } = bind(plan.statement);
    const { data } = await tested.search(text);
    return [
      `tree ${query === undefined ? '' : oneLine(treeText(query))}`,
      `sql  ${oneLine(statement)}`,
      `with ${[...parameters.values()].map(oneLine).join(' ¦ ')}`,
      ...showRows(data).map((row) => `| ${row}`),
      ...data.limits_applied.map(({ limit, message }) => `limit ${limit}: ${message}`),
    ];
  } catch (error) {
    assert.ok(error instanceof AppError, `${text}: ${String(error)}`);
    const position = error.facts.details?.[0]?.position;
    return [`${error.code}${position === undefined ? '' : ` at ${position}`}: ${error.message}`];
  }
}

function oneLine(text: string): string {
  return text.replaceAll('\n', '⏎').replaceAll('\0', '␀');
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
