/** Evaluating what a search finds, on a real store. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openMining } from '../../engines/mining/open-mining.ts';
import { silentLog } from '../../base/log.ts';
import { silentMetrics } from '../../base/metrics.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { SECOND_MS } from '../../spec/units.ts';
import { createAccessToken } from '../../../test/support/guard/credentials.ts';
import { openTestStore } from '../../../test/support/open-test-store.ts';
import {
  previewOf,
  resultOf,
  RUN_ADHOC,
} from '../../../test/support/evaluation/start-evaluation.ts';
import { startSearch } from '../../../test/support/start-search.ts';
import { evaluationRoutes } from './routes.ts';
import { createRunMeter } from './run-meter.ts';
import { openEvaluationThreads } from './threads/open-threads.ts';

const store = await openTestStore();

async function start(t: TestContext) {
  const threads = openEvaluationThreads({ limits: LIMITS.evaluation });
  const mining = await openMining({ limits: LIMITS.mining });
  t.after(async () => {
    await threads[Symbol.asyncDispose]();
    await mining[Symbol.asyncDispose]();
  });
  const search = await startSearch(
    t,
    store,
    (app, needs) =>
      evaluationRoutes(app, {
        ...needs,
        mining,
        threads,
        log: silentLog,
        meter: createRunMeter(silentMetrics),
        model: { kind: 'offline' },
        offlineRegion: 'eu-self-hosted',
        vendor: 'vendor',
      }),
    { rates: { evaluation: 0 } },
  );
  const { id, owner } = await search.access.newOrganization();
  const tokenOf = async (scopes: ('evaluations:run' | 'search:read')[]) =>
    (await createAccessToken(search.access.needs, owner.actor, { name: 't', scopes })).value;
  const token = await tokenOf(['evaluations:run', 'search:read']);
  const run = (body: unknown, as = token) => search.call(RUN_ADHOC, { as, body });
  return { ...search, id, run, tokenOf };
}

const EVENTS = [
  { agoMs: 3 * SECOND_MS, body: 'order 4711 authorized', fields: { service: 'pay' } },
  {
    agoMs: 2 * SECOND_MS,
    body: 'order 4711 capture failed code=51',
    level: 'error',
    fields: { service: 'pay' },
  },
  { agoMs: 1 * SECOND_MS, body: 'order 9 captured', fields: { service: 'shop' } },
];

test('the events of a search are judged, and evidence names them', async (t) => {
  const { run, write, id } = await start(t);
  const ids = await write(id, EVENTS);

  const answer = await run({
    source: { query: 'service=pay', earliest: '-1h', latest: 'now' },
    criteria: 'The capture of order 4711 succeeded',
  });

  const result = resultOf(answer);
  assert.equal(result.inputRowCount, 2);
  assert.equal(result.verdict[0]?.status, 'failed');
  const [cited] = result.evidence[0]?.rows ?? [];
  // Oldest first.
  assert.deepEqual([cited?.row, cited?.eventId], [2, ids[1]]);
});

test('a search that finds nothing proves nothing, and costs nothing', async (t) => {
  const { run } = await start(t);

  const result = resultOf(
    await run({
      source: { query: 'service=nobody' },
      criteria: 'x',
      expectedItems: [{ id: 'a', description: 'y' }],
    }),
  );
  const generic = resultOf(
    await run({ source: { query: 'service=nobody' }, criteria: 'x', mode: 'generic_verdict' }),
  );

  assert.deepEqual([result.inputRowCount, result.creditsSpent, result.truncated], [0, 0, false]);
  assert.deepEqual([result.verdict[0]?.id, result.verdict[0]?.status], ['a', 'not_found']);
  assert.deepEqual([generic.verdict[0]?.id, generic.verdict[0]?.status], ['f1', 'not_found']);
});

test('a search can be previewed, and commands behind a pipe give rows like any', async (t) => {
  const { run, write, id } = await start(t);
  await write(id, EVENTS);

  const preview = previewOf(
    await run({
      source: { query: '* | stats count BY service | sort service' },
      preview: true,
      logCompression: false,
    }),
  );

  assert.deepEqual(
    preview.lines.map((line) => JSON.parse(line) as unknown),
    [
      { service: 'pay', count: 2 },
      { service: 'shop', count: 1 },
    ],
  );
});

test('a search needs the scope to read logs, and fails as searches do', async (t) => {
  const { run, tokenOf } = await start(t);
  const source = { query: 'index=main' };

  const narrow = await run({ source, criteria: 'x' }, await tokenOf(['evaluations:run']));
  const syntax = await run({ source: { query: 'a | nonsense' }, criteria: 'x' });
  const unknown = await run({ source: { query: 'index=nowhere' }, criteria: 'x' });
  const times = await run({ source: { ...source, earliest: 'yesteryear' }, criteria: 'x' });

  assert.deepEqual([narrow.status, narrow.body.code], [403, 'INSUFFICIENT_SCOPE']);
  assert.deepEqual([syntax.status, syntax.body.code], [400, 'QUERY_SYNTAX_ERROR']);
  assert.ok((syntax.body.details?.length ?? 0) > 0);
  assert.deepEqual([unknown.status, unknown.body.code], [400, 'UNKNOWN_INDEX']);
  assert.deepEqual([times.status, times.body.code], [400, 'VALIDATION_ERROR']);
});

test('events of another organization are not found', async (t) => {
  const { run, write, access } = await start(t);
  const other = await access.newOrganization();
  await write(other.id, EVENTS);

  assert.equal(
    resultOf(await run({ source: { query: '*' }, criteria: 'order 4711' })).inputRowCount,
    0,
  );
});
