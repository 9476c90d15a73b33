/** Checks with a query, on a real store: the range of the run, the caller's rights, and the ids that a history keeps. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../../../base/log.ts';
import { silentMetrics } from '../../../base/metrics.ts';
import type { CheckComparison } from '../../../contract/check-comparison.ts';
import type { Check } from '../../../contract/checks.ts';
import { MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { resultOf } from '../../../../test/support/evaluation/start-evaluation.ts';
import { createAccessToken } from '../../../../test/support/guard/credentials.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch } from '../../../../test/support/start-search.ts';
import { createRunMeter } from '../run-meter.ts';
import { openEvaluationThreads } from '../threads/open-threads.ts';
import { checkRoutes, checkRunRoutes } from './check-routes.ts';

const store = await openTestStore();

const { historyEventsMax } = LIMITS.checks;

test('a run reads the events of its range with the rights of the caller', (t) =>
  runOnEvents(t, historyEventsMax));

test('a history keeps so many ids of events, and not one more', (t) => runOnEvents(t, 0));

async function runOnEvents(t: TestContext, eventsMax: number): Promise<void> {
  const limits = { ...LIMITS, checks: { ...LIMITS.checks, historyEventsMax: eventsMax } };
  const threads = openEvaluationThreads({ limits: LIMITS.evaluation });
  t.after(() => threads[Symbol.asyncDispose]());
  const { access, call, write } = await startSearch(
    t,
    store,
    (app, needs) => {
      const own = {
        ...needs,
        threads,
        log: silentLog,
        meter: createRunMeter(silentMetrics),
        model: { kind: 'offline' },
        offlineRegion: 'eu-self-hosted',
        vendor: 'vendor',
      } as const;
      checkRoutes(app, own);
      checkRunRoutes(app, own);
    },
    { limits, rates: { evaluation: 0 } },
  );
  const { id, owner } = await access.newOrganization();
  const scopes = ['evaluations:run', 'search:read'] as const;
  const draft = { name: 't', scopes: [...scopes] };
  const token = (await createAccessToken(access.needs, owner.actor, draft)).value;
  const ids = await write(id, [
    { agoMs: 30 * MINUTE_MS, body: 'INFO schema was migrated', fields: { service: 'shop' } },
    { agoMs: SECOND_MS, body: 'ERROR schema migration failed', fields: { service: 'shop' } },
    { agoMs: SECOND_MS, body: 'ERROR schema migration failed', fields: { service: 'other' } },
  ]);
  const stranger = await access.newOrganization();
  await write(stranger.id, [
    { agoMs: SECOND_MS, body: 'INFO schema was migrated', fields: { service: 'shop' } },
  ]);
  await call('PUT /api/v1/checks/history', { as: owner, body: { enabled: true } });
  const created = await call('POST /api/v1/checks', {
    as: owner,
    body: {
      name: 'deploy',
      query: 'service=shop',
      criteria: 'The deployment went through',
      expectedItems: [{ id: 'migrated', description: 'The schema was migrated' }],
    },
  });
  const check = created.body.data as Check;
  const run = (body: object) => call(`POST /api/v1/checks/${check.id}/run`, { as: token, body });

  const before = resultOf(await run({ earliest: '-1h', latest: '-10m' }));
  const none = resultOf(await run({ earliest: '-20m', latest: '-10m' }));
  const refused = await run({ earliest: 'nonsense' });

  assert.deepEqual([before.inputRowCount, before.verdict[0]?.status], [1, 'passed']);
  assert.deepEqual([none.inputRowCount, none.verdict[0]?.status], [0, 'not_found']);
  assert.equal(refused.status, 400);
  const compared = await call(`POST /api/v1/checks/${check.id}/compare`, {
    as: token,
    body: {
      before: { earliest: '-1h', latest: '-10m' },
      after: { earliest: '-10m', latest: 'now' },
    },
  });
  const [change] = (compared.body.data as CheckComparison).changed;
  assert.deepEqual(
    [change?.before, change?.after].map((side) => [
      side?.finding.status,
      side?.evidence.map(({ eventId }) => eventId),
    ]),
    [
      ['passed', ids.slice(0, 1)],
      ['failed', ids.slice(1, 2)],
    ],
  );
  const late = await call(`POST /api/v1/checks/${check.id}/compare`, {
    as: token,
    body: { before: { earliest: '-1h' }, after: { earliest: 'nonsense' } },
  });
  assert.deepEqual([late.status, late.body['half']], [400, 'after']);
  const history = await call(`GET /api/v1/checks/${check.id}/history`, { as: owner });
  const runs = history.body.data as { outcomes: { status: string; eventIds: string[] }[] }[];
  assert.deepEqual(
    runs
      .map(({ outcomes }) => [outcomes[0]?.status, outcomes[0]?.eventIds])
      .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    [
      ['not_found', []],
      ['passed', ids.slice(0, Math.min(1, eventsMax))],
    ],
  );
}
