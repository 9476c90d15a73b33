/** Checks: kept with versions, run with rows or a range, capped, and walled off from other organizations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import {
  CHECK_DRAFT as DRAFT,
  CHECKS,
  NOT_FOUND as ANSWER,
  PASSING_ROWS as ROWS,
  startChecks as start,
} from '../../../../test/support/evaluation/start-checks.ts';
import {
  type EvaluationOptions,
  openServedModel,
  previewOf,
  resultOf,
} from '../../../../test/support/evaluation/start-evaluation.ts';
import { startModelServer } from '../../../../test/support/evaluation/start-model-server.ts';
import type { TestContext } from 'node:test';
import type { Check } from '../../../contract/checks.ts';
import { forgetCheckRuns } from './check-history.ts';
import { MICRO_CREDITS } from '../../../spec/units.ts';

onBothStores(
  'a check is created, found by name, changed with versions, restored and deleted',
  async (t, access) => {
    const { call, owner, create } = await start(t, { access });
    const made = await create({ compressionOptions: { maxSamples: 1 } });
    const change = (body: object) => call(`PATCH ${CHECKS}/${made.id}`, { as: owner, body });

    assert.match(made.id, /^chk_/);
    assert.deepEqual(
      [
        made.query,
        made.mode,
        made.model,
        made.logCompression,
        made.compressionOptions,
        made.maxCredits,
      ],
      [null, 'test_classification', null, true, { maxSamples: 1 }, null],
    );
    const named = await call(`GET ${CHECKS}?name=deploy`, { as: owner });
    assert.deepEqual(named.body.data, [made]);
    const other = await call(`GET ${CHECKS}?name=other`, { as: owner });
    assert.deepEqual(other.body.data, []);
    assert.equal((await change({ version: 1, criteria: 'Another', maxCredits: 0.5 })).status, 200);
    assert.equal((await change({ version: 1, criteria: 'Late' })).status, 409);
    const versions = await call(`GET ${CHECKS}/${made.id}/versions`, { as: owner });
    const [second, first] = versions.body.data as (typeof made & { savedBy: string })[];
    assert.deepEqual(
      [second?.version, second?.criteria, second?.maxCredits, first?.version, first?.criteria],
      [2, 'Another', 0.5, 1, DRAFT.criteria],
    );
    // A change sets nothing that it leaves out.
    assert.deepEqual(second?.compressionOptions, { maxSamples: 1 });
    const { criteria, maxCredits } = first ?? made;
    const restored = await change({ version: 2, criteria, maxCredits });
    assert.deepEqual(
      [(restored.body.data as Check).version, (restored.body.data as Check).criteria],
      [3, DRAFT.criteria],
    );
    assert.equal((await call(`DELETE ${CHECKS}/${made.id}`, { as: owner })).status, 200);
    assert.equal((await call(`GET ${CHECKS}/${made.id}`, { as: owner })).status, 404);
    assert.equal((await call(`GET ${CHECKS}/${made.id}/versions`, { as: owner })).status, 404);
  },
);

test('every change leaves an entry with what changed', async (t) => {
  const { access, organization, owner, call, create } = await start(t);
  const { id } = await create();
  await call(`PATCH ${CHECKS}/${id}`, { as: owner, body: { version: 1, maxCredits: 2 } });
  await call(`DELETE ${CHECKS}/${id}`, { as: owner });

  const entries = (await access.auditOf(organization)).filter(({ resource }) => resource === id);

  assert.deepEqual(
    entries.map(({ action }) => action),
    ['check.created', 'check.updated', 'check.deleted'],
  );
  assert.match(entries[1]?.details ?? '', /maxCredits/);
});

test('what nobody could run is refused with its place, and nothing is kept', async (t) => {
  const { call, owner, create } = await start(t);
  const refusedAt = async (draft: object): Promise<readonly unknown[]> => {
    const { status, body } = await call(`POST ${CHECKS}`, {
      as: owner,
      body: { ...DRAFT, ...draft },
    });
    const [detail] = (body['details'] ?? []) as readonly { path?: string; position?: number }[];
    return [status, body.code, detail?.path ?? '', detail?.position];
  };
  const twice = [DRAFT.expectedItems[0], DRAFT.expectedItems[0]];

  assert.deepEqual(await refusedAt({ query: 'a | nonsense' }), [
    400,
    'QUERY_SYNTAX_ERROR',
    'query',
    4,
  ]);
  assert.deepEqual((await refusedAt({ query: '* | outputlookup x' }))[1], 'QUERY_SYNTAX_ERROR');
  assert.deepEqual(await refusedAt({ expectedItems: twice }), [
    400,
    'VALIDATION_ERROR',
    'expectedItems.1.id',
    undefined,
  ]);
  assert.deepEqual((await refusedAt({ model: 'unknown' })).slice(1, 3), [
    'VALIDATION_ERROR',
    'model',
  ]);
  assert.deepEqual((await refusedAt({ maxCredits: 0 }))[1], 'VALIDATION_ERROR');
  assert.deepEqual((await refusedAt({ criteria: ' ' }))[1], 'VALIDATION_ERROR');
  const { nameCharactersMax, descriptionCharactersMax, creditsMin, creditsMax } = LIMITS.checks;
  for (const draft of [
    { name: 'n'.repeat(nameCharactersMax + 1) },
    { description: 'd'.repeat(descriptionCharactersMax + 1) },
    { maxCredits: creditsMin / 2 },
    { maxCredits: creditsMax + 1 },
  ]) {
    assert.deepEqual((await refusedAt(draft))[1], 'VALIDATION_ERROR');
  }
  const listed = await call(`GET ${CHECKS}`, { as: owner });
  assert.deepEqual(listed.body.data, []);
  const largest = {
    name: 'n'.repeat(nameCharactersMax),
    description: 'd'.repeat(descriptionCharactersMax),
  };
  assert.equal((await create({ ...largest, maxCredits: creditsMax })).maxCredits, creditsMax);
  assert.equal((await create({ name: 'small', maxCredits: creditsMin })).maxCredits, creditsMin);
  await create();
  assert.deepEqual((await refusedAt({}))[1], 'CONFLICT');
});

test('an organization has only so many checks, and so many versions of each', async (t) => {
  const limits = { ...LIMITS, checks: { ...LIMITS.checks, perOrganizationMax: 2, versionsMax: 2 } };
  const { call, owner, create } = await start(t, { all: limits });
  const { id } = await create();
  await create({ name: 'second' });

  const third = await call(`POST ${CHECKS}`, { as: owner, body: { ...DRAFT, name: 'third' } });
  for (const version of [1, 2]) {
    await call(`PATCH ${CHECKS}/${id}`, {
      as: owner,
      body: { version, description: `${version}` },
    });
  }

  assert.deepEqual([third.status, third.body.code], [409, 'CONFLICT']);
  const versions = await call(`GET ${CHECKS}/${id}/versions`, { as: owner });
  assert.deepEqual(
    (versions.body.data as { version: number }[]).map(({ version }) => version),
    [3, 2],
  );
});

test('a run answers as run-adhoc does', async (t) => {
  const { create, run, call, token } = await start(t);
  const check = await create({ logCompression: false });

  const answer = resultOf(await run(check, { rows: ROWS }));

  const { name: _name, ...asked } = DRAFT;
  const body = { ...asked, logCompression: false, rows: ROWS };
  const adhoc = await call('POST /api/v1/evaluations/run-adhoc', { as: token, body });
  assert.deepEqual(answer, resultOf(adhoc));
  assert.deepEqual(
    answer.verdict.map(({ id, status }) => [id, status]),
    [['migrated', 'passed']],
  );
  const preview = previewOf(await run(check, { rows: ROWS, preview: true }));
  assert.deepEqual(preview.lines, ROWS);
});

test('a check without a query takes rows, one with a query a range, and neither the other', async (t) => {
  const { create, run } = await start(t);
  const byRows = await create();
  const byQuery = await create({ name: 'by query', query: '*' });
  const pathsOf = async (check: Check, body: unknown): Promise<unknown> => {
    const answer = await run(check, body);
    const details = (answer.body['details'] ?? []) as readonly { path: string }[];
    return [answer.status, details.map(({ path }) => path)];
  };

  assert.deepEqual(await pathsOf(byRows, {}), [400, ['rows']]);
  assert.deepEqual(await pathsOf(byRows, { rows: ROWS, earliest: '-1h' }), [400, ['earliest']]);
  assert.deepEqual(await pathsOf(byRows, { rows: ROWS, log: 'x' }), [400, ['log']]);
  assert.deepEqual(await pathsOf(byRows, { rows: ['a', null] }), [400, ['rows.1']]);
  assert.deepEqual(await pathsOf(byRows, { rows: ROWS, criteria: 'mine' }), [400, ['criteria']]);
  assert.deepEqual(await pathsOf(byQuery, { rows: ROWS }), [400, ['rows']]);
  // A token without `search:read` reads no events.
  assert.equal((await run(byQuery, { earliest: '-1h' })).body.code, 'INSUFFICIENT_SCOPE');
});

test('another organization neither sees nor runs a check', async (t) => {
  const { create, run, call, access, newToken } = await start(t);
  const check = await create();
  const { owner: stranger } = await access.newOrganization();
  const token = await newToken(stranger, ['evaluations:run']);

  assert.equal((await call(`GET ${CHECKS}/${check.id}`, { as: stranger })).status, 404);
  assert.equal((await call(`GET ${CHECKS}/${check.id}/versions`, { as: stranger })).status, 404);
  const change = { as: stranger, body: { version: 1, description: 'mine' } };
  assert.equal((await call(`PATCH ${CHECKS}/${check.id}`, change)).status, 404);
  assert.equal((await call(`DELETE ${CHECKS}/${check.id}`, { as: stranger })).status, 404);
  assert.deepEqual((await call(`GET ${CHECKS}?name=deploy`, { as: stranger })).body.data, []);
  assert.equal((await run(check, { rows: ROWS }, token)).status, 404);
  assert.equal((await run(check, { rows: ROWS })).status, 200);
});

test('viewers run and read checks, but do not change them; a token with the scope reads them', async (t) => {
  const { create, call, access, organization, token } = await start(t);
  const check = await create();
  const viewer = await access.join(organization, 'viewer');
  const body = { rows: ROWS };

  assert.equal((await call(`POST ${CHECKS}/${check.id}/run`, { as: viewer, body })).status, 200);
  assert.equal((await call(`GET ${CHECKS}`, { as: viewer })).status, 200);
  assert.equal((await call(`GET ${CHECKS}?name=deploy`, { as: token })).status, 200);
  assert.equal((await call(`POST ${CHECKS}`, { as: viewer, body: DRAFT })).status, 403);
  assert.equal((await call(`DELETE ${CHECKS}/${check.id}`, { as: viewer })).status, 403);
  assert.equal((await call(`POST ${CHECKS}`, { as: token, body: DRAFT })).status, 403);
});

test('runs count on the row of evaluations', async (t) => {
  const { create, run } = await start(t, { rate: 2 });
  const check = await create();

  const statuses = [];
  for (let i = 0; i < 3; i += 1) statuses.push((await run(check, { rows: ROWS })).status);

  assert.deepEqual(statuses, [200, 200, 429]);
});

test('a run that could cost more than the cap asks nobody and costs nothing', async (t) => {
  const server = await startModelServer(t);
  const { create, run, credits } = await start(t, { model: await openServedModel(t, server) });
  server.play({ say: ANSWER, usage: { in: 500, out: 400 } });
  const free = await create();
  const capped = await create({ name: 'capped', maxCredits: 0.01 });

  const refused = await run(capped, { rows: ROWS });
  const narrowed = await run(free, { rows: ROWS, maxCredits: 0.01 });
  const none = await run(free, { rows: ROWS, maxCredits: 0 });
  // A run does not lift the cap of its check.
  const lifted = await run(capped, { rows: ROWS, maxCredits: 100 });

  for (const { status, body } of [refused, narrowed, none, lifted]) {
    assert.deepEqual([status, body.code], [422, 'CREDIT_CAP_EXCEEDED']);
  }
  assert.deepEqual([refused.body['limit'], none.body['limit']], [0.01, 0]);
  assert.equal(server.seen.length, 0);
  const { used, held, runs } = await credits();
  assert.deepEqual({ used, held, runs }, { used: 0, held: 0, runs: 0 });
  const estimate = Number(refused.body['estimate']);
  assert.equal((await run(free, { rows: ROWS, maxCredits: estimate })).status, 200);
});

onBothStores('50 parallel runs spend exactly what they say', async (t, access) => {
  const server = await startModelServer(t);
  const { create, run, credits } = await start(t, {
    access,
    monthlyCredits: 5,
    model: await openServedModel(t, server),
  });
  const check = await create();
  // A quarter of a credit each.
  server.play({ say: ANSWER, usage: { in: 500, out: 400 } });

  const answers = await Promise.all(Array.from({ length: 50 }, () => run(check, { rows: ROWS })));

  const served = answers.filter(({ status }) => status === 200);
  const spent = served.reduce(
    (sum, answer) => sum + Math.round(resultOf(answer).creditsSpent * MICRO_CREDITS),
    0,
  );
  assert.ok(served.length >= 10, `${served.length} served`);
  assert.ok(
    answers.every(({ status, body }) => status === 200 || body.code === 'AI_CREDITS_EXHAUSTED'),
  );
  const { used, held } = await credits();
  assert.deepEqual([used, held], [served.length * 0.25, 0]);
  assert.equal(spent, used * MICRO_CREDITS);
});

const HISTORY = `${CHECKS}/history`;

interface KeptRun {
  readonly at: string;
  readonly version: number;
  readonly outcomes: readonly { item: string; status: string; eventIds: readonly string[] }[];
}

async function startHistory(t: TestContext, options: EvaluationOptions = {}) {
  const started = await start(t, options);
  const { call, owner } = started;
  const set = (enabled: boolean, as = owner) => call(`PUT ${HISTORY}`, { as, body: { enabled } });
  const kept = async ({ id }: Check): Promise<readonly KeptRun[]> => {
    const answer = await call(`GET ${CHECKS}/${id}/history?limit=200`, { as: owner });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as readonly KeptRun[];
  };
  return { ...started, set, kept };
}

onBothStores(
  'outcomes are kept once an organization wants them, and deleted with the history',
  async (t, access) => {
    const { create, run, call, owner, set, kept, organization } = await startHistory(t, { access });
    const check = await create();
    const member = await access.join(organization, 'member');
    await run(check, { rows: ROWS });

    assert.deepEqual((await call(`GET ${HISTORY}`, { as: owner })).body.data, { enabled: false });
    assert.deepEqual(await kept(check), []);
    assert.equal((await set(true, member)).status, 403);
    assert.equal((await set(true)).status, 200);
    assert.equal((await set(true)).status, 200);
    await run(check, { rows: ROWS, preview: true });
    await run(check, { rows: ROWS });
    const body = { version: 1, description: 'second' };
    await call(`PATCH ${CHECKS}/${check.id}`, { as: owner, body });
    access.clock.advance(1_000);
    await run(check, { rows: ['ERROR schema migration failed'] });

    const [second, first, ...more] = await kept(check);
    assert.deepEqual(more, []);
    assert.deepEqual([second?.version, first?.version], [2, 1]);
    assert.deepEqual(
      [second?.outcomes[0]?.status, first?.outcomes[0]?.status, first?.outcomes[0]?.item],
      ['failed', 'passed', 'migrated'],
    );
    assert.deepEqual(Object.keys(first?.outcomes[0] ?? {}), [
      'item',
      'status',
      'confidence',
      'eventIds',
    ]);
    assert.equal((await set(false)).status, 200);
    assert.deepEqual(await kept(check), []);
    await set(true);
    assert.deepEqual(await kept(check), []);
    const actions = (await access.auditOf(organization)).map(({ action }) => action);
    assert.deepEqual(
      actions.filter((action) => action.startsWith('check_history')),
      ['check_history.enabled', 'check_history.disabled', 'check_history.enabled'],
    );
  },
);

onBothStores(
  'no word of rows and explanations is in the metadata, and old outcomes are deleted',
  async (t, access) => {
    const all = { ...LIMITS, checks: { ...LIMITS.checks, historyRunsMax: 3 } };
    const { create, run, set, kept, call, owner } = await startHistory(t, { access, all });
    const check = await create();
    const other = await create({ name: 'other' });
    await set(true);
    for (let i = 0; i < 5; i += 1) {
      await run(check, { rows: [`INFO Quetzalcoatl ${i}: schema was migrated`] });
    }
    await run(other, { rows: ROWS });

    assert.equal((await kept(check)).length, 3);
    assert.equal((await kept(other)).length, 1);
    const rows = await access.metadata.db.selectFrom('check_runs').selectAll().execute();
    assert.doesNotMatch(JSON.stringify(rows), /Quetzalcoatl|confirms/);
    await call(`DELETE ${CHECKS}/${other.id}`, { as: owner });
    const left = async (): Promise<number> =>
      (await access.metadata.db.selectFrom('check_runs').select('id').execute()).length;
    assert.equal(await left(), 3);
    const needs = { ...access, limits: all };
    access.clock.advance(LIMITS.checks.historyMsMax);
    await forgetCheckRuns(needs);
    assert.equal(await left(), 3);
    access.clock.advance(1);
    await forgetCheckRuns(needs);
    assert.equal(await left(), 0);
  },
);

test('another organization sees no outcomes, and its switch is its own', async (t) => {
  const { create, run, set, kept, call, access } = await startHistory(t);
  const check = await create();
  const { owner: stranger } = await access.newOrganization();
  await set(true);
  await run(check, { rows: ROWS });

  assert.equal((await call(`GET ${CHECKS}/${check.id}/history`, { as: stranger })).status, 404);
  assert.deepEqual((await call(`GET ${HISTORY}`, { as: stranger })).body.data, { enabled: false });
  await set(false, stranger);
  assert.equal((await kept(check)).length, 1);
});
