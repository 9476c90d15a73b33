/**
 * The queries of `../golden/*.txt` and `golden/*.txt` become the statements written there, and ask the store for what they need to
 * know before; nothing is run, and the store's answers are those that were written down.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { AppError } from '../../../base/errors.ts';
import type { Mining } from '../../../engines/mining/mining.ts';
import { openMining } from '../../../engines/mining/open-mining.ts';
import type { Sql } from '../../../engines/store/sql.ts';
import type { LogStore, QueryAnswer } from '../../../engines/store/store.ts';
import { EXAMPLE_PLACES } from '../../../../test/support/example-places.ts';
import {
  EXAMPLE_INDEXES,
  EXAMPLE_LOOKUPS,
  EXAMPLE_NOW,
  EXAMPLE_SAVED_SEARCHES,
} from '../../../../test/support/example-events.ts';
import {
  answerOf,
  askedLine,
  refusalLine,
  statementLines,
  toldRows,
} from '../../../../test/support/search/golden-lines.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { needsWithoutStore } from '../../../../test/support/needs-without-store.ts';
import { prepareSearch } from '../prepare-search.ts';
import type { SearchNeeds } from '../search-needs.ts';

const folders = ['../golden', 'golden'].map((name) => join(import.meta.dirname, name));
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => join(folder, name)),
);
const rest = needsWithoutStore({
  now: EXAMPLE_NOW,
  indexes: EXAMPLE_INDEXES,
  savedSearches: EXAMPLE_SAVED_SEARCHES,
  lookups: EXAMPLE_LOOKUPS,
  geoip: EXAMPLE_PLACES,
});
const actor = {
  organization: organizationId('org_test'),
  who: { kind: 'api_key', id: 'key_test', name: 'test' },
  permissions: new Set(['audit:read'] as const),
  ipAddress: '127.0.0.1',
  userAgent: '',
} as const;

let mining: Mining;
before(async () => {
  mining = await openMining({ limits: LIMITS.mining });
});
after(() => mining[Symbol.asyncDispose]());

interface Case {
  readonly query: string;
  /** The lines about its statements, or the one why it is refused. */
  readonly lines: readonly string[];
}

function casesOf(file: string): Case[] {
  const blocks = readFileSync(file, 'utf8').split(/^> /m).slice(1);
  return blocks.map((block) => {
    const [query = '', ...below] = block.split('\n');
    const lines = below
      .filter((line) => line.startsWith('  '))
      .map((line) => line.slice(2))
      .filter((line) => !line.startsWith('tree'));
    // Behind them stands what came out when it was run.
    const values = lines.findIndex((line) => line.startsWith('with '));
    const ofStatements = values < 0 ? lines : lines.slice(0, values + 1);
    return { query: query.replaceAll('⏎', '\n'), lines: ofStatements };
  });
}

async function linesOf({ query, lines }: Case): Promise<string[]> {
  const reported = lines.filter((line) => line.startsWith('told '));
  const seen: string[] = [];
  const answer = (statement: Sql): QueryAnswer => {
    const line = reported.shift() ?? assert.fail(`an answer that nobody wrote down: ${query}`);
    seen.push(askedLine(statement), line);
    return answerOf(toldRows(line));
  };
  const store: Pick<LogStore, 'query' | 'stream'> = {
    query: async (statement) => answer(statement),
    async *stream(statement) {
      const { columns, rowCount } = answer(statement);
      yield { kind: 'columns', columns };
      for (let i = 0; i < rowCount; i++) {
        yield { kind: 'row', row: columns.map(({ values }) => values[i]) };
      }
    },
  };
  try {
    const needs = { ...rest, store, mining } as unknown as SearchNeeds;
    const { plan } = await prepareSearch(needs, actor, { query }, new AbortController().signal);
    return [...seen, ...statementLines(plan.statement)];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [...seen, refusalLine(error)];
  }
}

for (const file of files) {
  test(`the queries of ${basename(file)} become the statements written there`, async () => {
    for (const each of casesOf(file)) {
      assert.deepEqual(await linesOf(each), each.lines, each.query);
    }
  });
}
