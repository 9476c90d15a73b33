/**
 * Functions inside functions: what a call needs several times is computed once, so that a statement grows with the
 * query, and not with a power of it. Whoever may search must not be able to occupy the store with a short text.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import {
  nested,
  nestings,
  stackedQueries,
  type Nesting,
} from '../../../test/support/language/nested-queries.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { prepareWithoutStore } from '../../../test/support/search/prepare-without-store.ts';
import { openSearch } from '../../../test/support/search-under-test.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { AppError } from '../../base/errors.ts';
import { translate } from '../../engines/store/duckdb/dialect/translate.ts';
import { bind } from '../../engines/store/sql.ts';
import { KB } from '../../spec/units.ts';

const DEPTH = 30;
const SEED = 20_261_118;
/** Times before 1970, and the last digits of angles, are other ones in each engine. */
const OF_ENGINE = /^(?:relative_time|a?(?:sin|cos|tan)h?|atan2)\(/;

/** What each engine gives, by the name of the query: where both run, they have to agree. */
const answers = new Map<string, unknown>();

test('a statement grows by the same length with every level, whatever is nested', async () => {
  for (const { name, wrap } of nestings()) {
    const depth = await deepest(wrap);
    const third = Math.floor(depth / 3);
    const lengths = (times: number) => lengthsOf(evalOf(wrap, times * third));
    const [low, middle, high] = [await lengths(1), await lengths(2), await lengths(3)];
    for (const engine of ['clickhouse', 'duckdb'] as const) {
      const [first, second] = [middle[engine] - low[engine], high[engine] - middle[engine]];
      // Up to a certain length a value is written out in each place.
      const most = 1.5 * first + 6_000;
      assert.ok(second <= most, `${engine}, ${name}: ${first}, then ${second} characters`);
    }
  }
});

onBothEngines((engine) => {
  const opened = openSearch({ now: Date.UTC(2026, 10, 15), engine });
  after(async () => {
    await (await opened)[Symbol.asyncDispose]();
  });

  /** The rows, or the code of the refusal: whatever happens, it is no fault of ours, and others go on. */
  async function outcomeOf(query: string): Promise<unknown> {
    const search = await opened;
    try {
      return await search.rows(query);
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
  }

  async function assertAnswered(queries: Iterable<readonly [name: string, query: string]>) {
    const wrong: string[] = [];
    for (const [name, query] of queries) {
      const outcome = await outcomeOf(query);
      const isSame = isDeepStrictEqual(outcome, answers.get(name) ?? outcome);
      if (!Array.isArray(outcome)) wrong.push(`${name}: ${String(outcome)}`);
      else if (!isSame) wrong.push(`${name}: ${JSON.stringify([outcome, answers.get(name)])}`);
      answers.set(name, outcome);
    }
    assert.deepEqual(wrong, []);
  }

  test('every function is answered when it is nested as deep as the language lets it be', async () => {
    const before = await peakBytes();
    const queries: [string, string][] = [];
    for (const { name, wrap } of nestings()) {
      queries.push([name, evalOf(wrap, Math.min(DEPTH, await deepest(wrap)))]);
    }
    await assertAnswered(queries);
    const grown = (await peakBytes()) - before;
    assert.ok(grown < LIMITS.query.memoryBytesMax, `the engine grew by ${grown} bytes`);
  });

  test('so are functions of any kind inside each other', async () => {
    const random = seededRandom(SEED);
    const [first, ...others] = nestings().filter(({ name }) => !OF_ENGINE.test(name));
    assert.ok(first !== undefined);
    const queries = Array.from({ length: 12 }, (_, i): [string, string] => {
      const wraps = Array.from({ length: DEPTH / 2 }, () => random.pick([first, ...others]).wrap);
      return [
        `mixture ${i} of ${SEED}`,
        `| makeresults | eval f="1" | eval y=${nested(wraps, wraps.length)}`,
      ];
    });
    await assertAnswered(queries);
  });

  test('and commands that name what the one before has made more than once', async () => {
    await assertAnswered(stackedQueries(DEPTH));
  });

  test('and functions of each value, which are refused at the third level', async () => {
    for (const [name, wrap] of Object.entries({
      mvmap: (inner: string) => `mvmap(f,${inner})`,
      mvfilter: (inner: string) => `mvfilter(f=${inner})`,
    })) {
      const of = (depth: number) =>
        `| makeresults | eval f="1" | eval y=${nested([wrap], depth, 'f')}`;
      assert.ok(Array.isArray(await outcomeOf(of(2))), name);
      assert.equal(await outcomeOf(of(3)), 'QUERY_SYNTAX_ERROR', name);
      assert.equal(await outcomeOf(of(DEPTH)), 'QUERY_SYNTAX_ERROR', name);
    }
  });

  test('what was reported: match() inside if() in 571 characters', async () => {
    const wrap: Nesting['wrap'] = (inner) => `if(match(${inner},"abc"),"abcd","x")`;
    const query = `| makeresults | eval y=${nested([wrap], 19, '"abcd"')} | table y`;
    assert.deepEqual(await outcomeOf(query), [{ y: 'abcd' }]);
  });

  // What DuckDB plans cannot be stopped; ClickHouse stops after its time like any other search.
  if (engine !== 'clickhouse') {
    test('what would take long to plan is refused, however it is spread', async () => {
      const wrap: Nesting['wrap'] = (inner) => `relative_time(${inner},"-1d@d")`;
      const evals = Array.from(
        { length: 8 },
        (_, i) => `| eval y${i}=${nested([wrap], DEPTH, `170${i}`)}`,
      );
      const outcome = await outcomeOf(`| makeresults ${evals.join(' ')} | fields y*`);
      assert.equal(outcome, 'QUERY_SYNTAX_ERROR');
    });
  }

  async function peakBytes(): Promise<number> {
    const { store } = await opened;
    // One that rests has ended: something that only an engine answers starts it again.
    await (await opened).rows('| makeresults | eval y=md5("x")');
    const status = readFileSync(`/proc/${store.enginePid()}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * KB;
  }
});

function evalOf(wrap: Nesting['wrap'], depth: number): string {
  return `| makeresults | eval f="1" | eval y=${nested([wrap], depth)}`;
}

/** As many levels as are asked for, or as the language takes. */
async function deepest(wrap: Nesting['wrap']): Promise<number> {
  for (let depth = DEPTH; depth > 0; depth--) {
    try {
      await prepareWithoutStore(evalOf(wrap, depth));
      return depth;
    } catch (error) {
      assert.match(String(error), /nested at most 64 levels deep|This expression is too large/);
    }
  }
  throw new Error('nothing of it is taken');
}

async function lengthsOf(query: string): Promise<Record<'clickhouse' | 'duckdb', number>> {
  const { plan } = await prepareWithoutStore(query);
  const { text, parameters, tables } = bind(plan.statement);
  const statement = { text, parameters, sentTables: new Set(tables.keys()) };
  const nowhere = { table: 'logs_', where: '' };
  const translated = translate(statement, { rows: () => nowhere, counts: () => nowhere });
  return { clickhouse: text.length, duckdb: translated.text.length };
}
