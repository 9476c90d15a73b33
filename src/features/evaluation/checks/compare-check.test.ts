/** Two runs of a check side by side: what changed, what both cost, and what a half that fails costs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CHECKS,
  NOT_FOUND,
  PASSING_ROWS,
  startChecks,
} from '../../../../test/support/evaluation/start-checks.ts';
import { openServedModel } from '../../../../test/support/evaluation/start-evaluation.ts';
import { startModelServer } from '../../../../test/support/evaluation/start-model-server.ts';
import type { EvaluationOptions } from '../../../../test/support/evaluation/start-evaluation.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import type { Call } from '../../../../test/support/start-access.ts';
import type { TestContext } from 'node:test';
import type { CheckComparison } from '../../../contract/check-comparison.ts';

const BEFORE = [...PASSING_ROWS, 'INFO all workers are ready'];
const AFTER = ['INFO all workers are ready', 'ERROR schema migration failed'];
const TWO_ITEMS = {
  expectedItems: [
    { id: 'migrated', description: 'The schema was migrated' },
    { id: 'ready', description: 'All workers are ready' },
  ],
};
const HALVES = { before: { rows: BEFORE }, after: { rows: AFTER } };
const USAGE = { in: 500, out: 400 };
/** Of one call. */
const CREDITS = (500 * 100 + 400 * 500) / 1_000_000;

async function start(t: TestContext, options: EvaluationOptions = {}) {
  const started = await startChecks(t, options);
  const compare = (
    { id }: { readonly id: string },
    body: unknown = HALVES,
    as: Call['as'] = started.token,
  ) => started.call(`POST ${CHECKS}/${id}/compare`, { as, body });
  return { ...started, compare };
}

async function startServed(t: TestContext, options: EvaluationOptions = {}) {
  const server = await startModelServer(t);
  const model = await openServedModel(t, server);
  return { server, ...(await start(t, { model, ...options })) };
}

onBothStores(
  'items that changed come with the quotes of both runs, and nothing is kept',
  async (t, access) => {
    const { create, compare, call, owner, organization } = await start(t, { access });
    const check = await create(TWO_ITEMS);
    await call(`PUT ${CHECKS}/history`, { as: owner, body: { enabled: true } });

    const answer = await compare(check);

    assert.equal(answer.status, 200, answer.text);
    const { version, changed, unchanged, before, after, creditsSpent } = answer.body
      .data as CheckComparison;
    const [item, ...more] = changed;
    assert.deepEqual(
      [item?.item, item?.before.finding.status, item?.after.finding.status, more],
      ['migrated', 'passed', 'failed', []],
    );
    const quotesOf = (side: 'before' | 'after', rows: readonly string[]): void => {
      const [cited] = item?.[side].evidence ?? [];
      assert.ok(cited?.quote !== undefined && cited.quote !== '', side);
      const row = rows[cited.row - 1] ?? '';
      assert.equal(cited.quote, row.slice(cited.start ?? 0, cited.end ?? undefined), side);
      assert.match(row, /schema/);
    };
    quotesOf('before', BEFORE);
    quotesOf('after', AFTER);
    assert.deepEqual(unchanged, [{ item: 'ready', status: 'passed' }]);
    assert.deepEqual([version, before.inputRowCount, after.inputRowCount], [1, 3, 2]);
    assert.equal(creditsSpent, 0);
    const kept = await call(`GET ${CHECKS}/${check.id}/history`, { as: owner });
    assert.deepEqual(kept.body.data, []);
    const entries = (await access.auditOf(organization)).filter(
      ({ action }) => action === 'evaluation.run',
    );
    assert.equal(entries.length, 2);
    assert.doesNotMatch(JSON.stringify(entries), /schema/);
  },
);

test('whoever runs checks compares, and another organization finds none', async (t) => {
  const { create, compare, access, organization, newToken, owner } = await start(t);
  const check = await create();
  const viewer = await access.join(organization, 'viewer');
  const { owner: stranger } = await access.newOrganization();

  assert.equal((await compare(check, HALVES, viewer)).status, 200);
  assert.equal((await compare(check, HALVES, stranger)).status, 404);
  const foreign = await newToken(stranger, ['evaluations:run']);
  assert.equal((await compare(check, HALVES, foreign)).status, 404);
  const reader = await newToken(owner, ['search:read']);
  const refused = await compare(check, HALVES, reader);
  assert.deepEqual([refused.status, refused.body.code], [403, 'INSUFFICIENT_SCOPE']);
  // Events are read with the rights of the caller.
  const byQuery = await create({ name: 'by query', query: '*' });
  const denied = await compare(byQuery, { before: {}, after: {} });
  assert.deepEqual([denied.body.code, denied.body['half']], ['INSUFFICIENT_SCOPE', 'before']);
});

test('what cannot be read is named with its half, and neither runs', async (t) => {
  const { server, create, compare } = await startServed(t);
  const byRows = await create();
  const byQuery = await create({ name: 'by query', query: '*' });
  const generic = await create({ name: 'generic', mode: 'generic_verdict' });
  const half = { rows: BEFORE };
  const pathsOf = async (check: { id: string }, body: unknown): Promise<unknown> => {
    const { status, body: refused } = await compare(check, body);
    const details = (refused['details'] ?? []) as readonly { path: string }[];
    return [status, details.map(({ path }) => path)];
  };

  assert.deepEqual(await pathsOf(byRows, { before: half }), [400, ['after']]);
  assert.deepEqual(await pathsOf(byRows, { before: half, after: {} }), [400, ['after.rows']]);
  assert.deepEqual(await pathsOf(byRows, { before: half, after: { rows: ['a', null] } }), [
    400,
    ['after.rows.1'],
  ]);
  const ranged = { before: { ...half, latest: 'now' }, after: half };
  assert.deepEqual(await pathsOf(byRows, ranged), [400, ['before.latest']]);
  const criteria = { ...HALVES, criteria: 'mine' };
  assert.deepEqual(await pathsOf(byRows, criteria), [400, ['criteria']]);
  assert.deepEqual(await pathsOf(byQuery, { before: half, after: {} }), [400, ['before.rows']]);
  const refused = await compare(generic);
  assert.deepEqual([refused.status, refused.body.code], [400, 'VALIDATION_ERROR']);
  assert.equal(server.seen.length, 0);
});

test('both runs are paid for, each under the cap', async (t) => {
  const { server, create, compare, credits } = await startServed(t);
  server.play({ say: NOT_FOUND, usage: USAGE });
  const check = await create();

  const { creditsSpent, before, after } = (await compare(check)).body.data as CheckComparison;

  assert.deepEqual([before.creditsSpent, after.creditsSpent], [CREDITS, CREDITS]);
  assert.equal(creditsSpent, 2 * CREDITS);
  assert.equal((await credits()).used, 2 * CREDITS);
  const capped = await compare(check, { ...HALVES, maxCredits: 0.01 });
  assert.deepEqual(
    [capped.status, capped.body.code, capped.body['half'], capped.body['creditsSpent']],
    [422, 'CREDIT_CAP_EXCEEDED', 'before', 0],
  );
  assert.equal(server.seen.length, 2);
});

test('a half that fails costs nothing and is named, with what the other one cost', async (t) => {
  const { server, create, compare, credits } = await startServed(t);
  const check = await create();
  const failureOf = async (): Promise<unknown> => {
    const { status, body } = await compare(check);
    assert.match(String(body['error']), new RegExp(`^Run \`${String(body['half'])}\`: `));
    return [status, body.code, body['half'], body['creditsSpent']];
  };

  // An answer that is invalid is asked for once more; then the run has failed, and no other begins.
  server.play({ say: 'nonsense', usage: USAGE });
  assert.deepEqual(await failureOf(), [502, 'EVALUATION_SCHEMA_ERROR', 'before', 0]);
  assert.equal(server.seen.length, 2);
  assert.equal((await credits()).used, 0);

  server.play({ say: NOT_FOUND, usage: USAGE }, { say: 'nonsense', usage: USAGE });
  assert.deepEqual(await failureOf(), [502, 'EVALUATION_SCHEMA_ERROR', 'after', CREDITS]);
  assert.equal(server.seen.length, 5);
  const { used, held, runs, failedRuns } = await credits();
  assert.deepEqual(
    { used, held, runs, failedRuns },
    { used: CREDITS, held: 0, runs: 3, failedRuns: 2 },
  );
});

test('credits that suffice for one run pay for one', async (t) => {
  const { server, create, compare, credits } = await startServed(t, { monthlyCredits: 1 });
  server.play({ say: NOT_FOUND, usage: { in: 500, out: 1_800 } });
  const check = await create();

  const { status, body } = await compare(check);

  assert.deepEqual([status, body.code, body['half']], [429, 'AI_CREDITS_EXHAUSTED', 'after']);
  assert.equal(body['creditsSpent'], (await credits()).used);
  assert.equal(server.seen.length, 1);
});

test('a comparison counts as two runs', async (t) => {
  const { create, compare, run } = await start(t, { rate: 4 });
  const check = await create();

  const statuses = [
    (await compare(check)).status,
    (await run(check, { rows: BEFORE })).status,
    (await compare(check)).status,
  ];

  assert.deepEqual(statuses, [200, 200, 429]);
});
