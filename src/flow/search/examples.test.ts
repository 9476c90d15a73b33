/**
 * Every example of the language, run on a real store over the events of `test/support/example-events.ts`. What
 * the examples of the commands give stands in `docs/language/outputs.json`, from which the pages are made.
 * Run with XPLAIN_GOLDEN=write to write what comes out now, then `node tools/language-pages.ts`.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { EVERY_COMMAND, parse } from '../../language/index.ts';
import { EXAMPLE_PLACES } from '../../../test/support/example-places.ts';
import {
  EXAMPLE_INDEXES,
  EXAMPLE_LOOKUPS,
  EXAMPLE_NOW,
  EXAMPLE_SAVED_SEARCHES,
  exampleEvents,
} from '../../../test/support/example-events.ts';
import { openSearch, type SearchUnderTest } from '../../../test/support/search-under-test.ts';
import { showRows } from '../../../test/support/search/show-rows.ts';
import { examplesOf } from '../../language/commands/examples/examples.ts';

const folder = join(import.meta.dirname, '../../../docs/language');
const outputs = join(folder, 'outputs.json');
const isWriting = process.env['XPLAIN_GOLDEN'] === 'write';
/** A page shows the beginning of an answer. */
const SHOWN = { rowsMax: 5, columnsMax: 6, hidden: ['_id', '_index'] };
let tested: SearchUnderTest;

before(async () => {
  tested = await openSearch({
    now: EXAMPLE_NOW,
    indexes: [...EXAMPLE_INDEXES, 'summary'],
    savedSearches: EXAMPLE_SAVED_SEARCHES,
    lookups: EXAMPLE_LOOKUPS,
    permissions: ['lookups:write', 'logs:write'],
    geoip: EXAMPLE_PLACES,
    collect: async (_actor, { events }) => ({ accepted: events, receipt: 'rcp_test' }),
  });
  await tested.insert(exampleEvents());
});
after(() => tested[Symbol.asyncDispose]());

async function outputOf(query: string): Promise<string[]> {
  try {
    return showRows((await tested.search(query, { mayWrite: true })).data, SHOWN);
  } catch (error) {
    throw new Error(`the example ${query} fails`, { cause: error });
  }
}

test('the examples of all commands give what their pages show', async () => {
  const queries = EVERY_COMMAND.flatMap((command) => examplesOf(command).map(({ query }) => query));
  const found: Record<string, string[]> = {};
  for (const query of queries) found[query] = await outputOf(query);
  if (isWriting) writeFileSync(outputs, `${JSON.stringify(found, null, 2)}\n`);

  assert.deepEqual(JSON.parse(readFileSync(outputs, 'utf8')), found);
});

test('nearly every example finds something', async () => {
  const kept = JSON.parse(readFileSync(outputs, 'utf8')) as Record<string, string[]>;
  const empty = Object.entries(kept).filter(([, lines]) => lines.includes('(no rows)'));

  assert.ok(empty.length <= 5, `nothing is shown for ${empty.map(([query]) => query).join('; ')}`);
});

test('every other example of the pages runs', async () => {
  let count = 0;
  for (const page of globSync('*.md', { cwd: folder })) {
    const text = readFileSync(join(folder, page), 'utf8');
    for (const [, query = ''] of text.matchAll(/^```xplain\n([\s\S]*?)\n```$/gm)) {
      assert.ok(Array.isArray(await outputOf(query)), query);
      count += 1;
    }
  }
  assert.ok(count > 20, `only ${count} examples were found`);
});

/** Rows of two cells, both code, from the page that compares languages. */
function pairs(): (readonly [language: string, there: string, here: string])[] {
  let language = '';
  return readFileSync(join(folder, 'from-other-languages.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      language = /^\| (\w+) +\| Xplain/.exec(line)?.[1] ?? language;
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
      const [, there = '', here = ''] = cells;
      const isCode = [there, here].every((cell) => cell.startsWith('`') && cell.endsWith('`'));
      return isCode ? [[language, there.slice(1, -1), here.slice(1, -1)] as const] : [];
    });
}

test('what people know from elsewhere is written here as the page says, and finds something', async () => {
  const all = pairs();
  assert.ok(all.length >= 50, `${all.length} pairs`);

  for (const [language, there, here] of all) {
    const { data } = await tested.search(here, { isAdvised: true });
    assert.ok(data.rows.length > 0, here);
    const unknown = data.warnings.filter(({ code }) => code === 'unknown-field');
    assert.deepEqual(unknown, [], here);
    if (language === 'Splunk') continue;
    const [problem] = parse(there).diagnostics;
    assert.equal(problem?.code, 'foreign-language', there);
    assert.equal(problem.fix?.text, here, there);
    assert.match(problem.message, new RegExp(`^This is ${language}, `));
  }
});
