/** The trend of a check: results of each item over its latest runs, bounded and walled off. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  CHECKS,
  PASSING_ROWS,
  startChecks,
} from '../../../../test/support/evaluation/start-checks.ts';
import type { EvaluationOptions } from '../../../../test/support/evaluation/start-evaluation.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import type { CheckTrend } from '../../../contract/check-history.ts';
import type { Check } from '../../../contract/checks.ts';
import { LIMITS } from '../../../spec/limits.ts';

const FAILING = ['ERROR schema migration failed'];

async function start(t: TestContext, options: EvaluationOptions = {}) {
  const started = await startChecks(t, options);
  const { call, owner, access, run } = started;
  const enabled = { as: owner, body: { enabled: true } };
  assert.equal((await call(`PUT ${CHECKS}/history`, enabled)).status, 200);
  const later = async (check: Check, rows: readonly string[]): Promise<void> => {
    access.clock.advance(1_000);
    assert.equal((await run(check, { rows })).status, 200);
  };
  const trend = async ({ id }: Check, query = ''): Promise<CheckTrend> => {
    const answer = await call(`GET ${CHECKS}/${id}/trend${query}`, { as: owner });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as CheckTrend;
  };
  return { ...started, later, trend };
}

onBothStores('an item has its result in each run, oldest first', async (t, access) => {
  const { create, call, owner, later, trend } = await start(t, { access });
  const check = await create();
  assert.deepEqual(await trend(check), { runs: [], items: [] });
  await later(check, PASSING_ROWS);
  await later(check, FAILING);
  const expectedItems = [
    { id: 'ready', description: 'All workers are ready' },
    { id: 'migrated', description: 'The schema was migrated' },
  ];
  await call(`PATCH ${CHECKS}/${check.id}`, { as: owner, body: { version: 1, expectedItems } });
  await later(check, [...PASSING_ROWS, 'INFO all workers are ready']);

  const { runs, items } = await trend(check);

  assert.deepEqual(
    runs.map(({ version }) => version),
    [1, 1, 2],
  );
  assert.deepEqual(
    runs.map(({ at }) => at),
    runs.map(({ at }) => at).toSorted(),
  );
  assert.deepEqual(items, [
    { item: 'ready', statuses: [null, null, 'passed'], passed: 1, failed: 0, changes: 0 },
    {
      item: 'migrated',
      statuses: ['passed', 'failed', 'passed'],
      passed: 2,
      failed: 1,
      changes: 2,
    },
  ]);
  const newest = await trend(check, '?runs=2');
  assert.deepEqual(
    newest.items.map(({ statuses }) => statuses),
    [
      [null, 'passed'],
      ['failed', 'passed'],
    ],
  );
});

test('items of older versions are shown as far as there is room', async (t) => {
  const { create, call, owner, later, trend } = await start(t);
  const max = LIMITS.evaluation.findingsMax;
  const itemsOf = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `${name}${at}`, description: 'It ended' }));
  const check = await create({ expectedItems: itemsOf('old', 3) });
  await later(check, PASSING_ROWS);
  const body = { version: 1, expectedItems: itemsOf('new', max - 1) };
  await call(`PATCH ${CHECKS}/${check.id}`, { as: owner, body });
  await later(check, PASSING_ROWS);

  const { items } = await trend(check);

  assert.equal(items.length, max);
  assert.deepEqual([items[0]?.item, items.at(-1)?.item], ['new0', 'old0']);
});

test('members read a trend, other organizations and too many runs are refused', async (t) => {
  const { create, call, access, organization, later, token } = await start(t);
  const check = await create();
  await later(check, PASSING_ROWS);
  const viewer = await access.join(organization, 'viewer');
  const { owner: stranger } = await access.newOrganization();
  const statusOf = async (as: typeof viewer | string, query = ''): Promise<number> =>
    (await call(`GET ${CHECKS}/${check.id}/trend${query}`, { as })).status;

  assert.deepEqual([await statusOf(viewer), await statusOf(token)], [200, 200]);
  assert.equal(await statusOf(stranger), 404);
  const { pageRowsMax } = LIMITS.http;
  assert.deepEqual(
    [await statusOf(viewer, `?runs=${pageRowsMax}`), await statusOf(viewer, '?runs=0')],
    [200, 400],
  );
  assert.equal(await statusOf(viewer, `?runs=${pageRowsMax + 1}`), 400);
});
