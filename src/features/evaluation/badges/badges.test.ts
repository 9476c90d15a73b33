/** Badges of checks: who makes and ends them, and what everybody with the URL sees. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  CHECKS,
  PASSING_ROWS,
  startChecks,
} from '../../../../test/support/evaluation/start-checks.ts';
import type { EvaluationOptions } from '../../../../test/support/evaluation/start-evaluation.ts';
import { onBothStores, PUBLIC_ORIGIN } from '../../../../test/support/open-access.ts';
import type { NewCheckBadge } from '../../../contract/check-badges.ts';
import type { Check } from '../../../contract/checks.ts';
import { RATES } from '../../../spec/rates.ts';

const FAILING = ['ERROR schema migration failed'];

async function start(t: TestContext, options: EvaluationOptions = {}) {
  const started = await startChecks(t, options);
  const { call, owner, access, run } = started;
  const history = (enabled: boolean) =>
    call(`PUT ${CHECKS}/history`, { as: owner, body: { enabled } });
  const badge = async ({ id }: Check): Promise<string> => {
    const answer = await call(`POST ${CHECKS}/${id}/badge`, { as: owner });
    assert.equal(answer.status, 201, answer.text);
    return (answer.body.data as NewCheckBadge).url;
  };
  let visitors = 0;
  /** Each from an address of its own, unless one is given. */
  const visit = (url: string, from = `198.51.100.${(visitors += 1)}`) =>
    call(`GET ${url.replace(PUBLIC_ORIGIN, '')}`, { from });
  const later = async (check: Check, rows: readonly string[]): Promise<void> => {
    access.clock.advance(1_000);
    assert.equal((await run(check, { rows })).status, 200);
  };
  return { ...started, history, badge, visit, later };
}

onBothStores('a badge shows the last outcome and its time', async (t, access) => {
  const { create, history, badge, visit, later } = await start(t, { access });
  const check = await create({ name: 'deploy <b>' });
  const url = await badge(check);
  const shown = async (): Promise<string> => {
    const answer = await visit(url);
    assert.equal(answer.status, 200, answer.text);
    return /aria-label="([^"]*)"/.exec(answer.text)?.[1] ?? '';
  };
  const at = (): string =>
    new Date(access.clock.now()).toISOString().slice(0, 16).replace('T', ' ');

  assert.equal(await shown(), 'deploy &lt;b&gt;: no data');
  // Without a history there is nothing to show.
  await later(check, PASSING_ROWS);
  assert.equal(await shown(), 'deploy &lt;b&gt;: no data');
  await history(true);
  await later(check, PASSING_ROWS);
  assert.equal(await shown(), `deploy &lt;b&gt;: passed · ${at()} UTC`);
  await later(check, FAILING);
  assert.equal(await shown(), `deploy &lt;b&gt;: failed · ${at()} UTC`);
  await later(check, ['INFO started']);
  assert.equal(await shown(), `deploy &lt;b&gt;: undecided · ${at()} UTC`);
  await history(false);
  assert.equal(await shown(), 'deploy &lt;b&gt;: no data');
});

test('the picture can be framed by other sites, and holds nothing else', async (t) => {
  const { create, history, badge, visit, later, organization } = await start(t);
  const check = await create();
  await history(true);
  await later(check, PASSING_ROWS);
  const answer = await visit(await badge(check));

  const { headers, text } = answer;
  assert.equal(headers['content-type'], 'image/svg+xml; charset=utf-8');
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
  assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  assert.equal(headers['cache-control'], 'public, max-age=60');
  for (const secret of [check.id, organization, 'migrated', 'schema']) {
    assert.ok(!text.includes(secret), secret);
  }
});

onBothStores(
  'a badge ends when it is replaced, revoked, or its check is deleted',
  async (t, access) => {
    const { create, badge, visit, call, owner, organization } = await start(t, { access });
    const check = await create();
    const path = `${CHECKS}/${check.id}/badge`;
    const stateOf = async () => (await call(`GET ${path}`, { as: owner })).body.data;

    assert.deepEqual(await stateOf(), { badge: null });
    const first = await badge(check);
    const second = await badge(check);
    assert.deepEqual([(await visit(first)).status, (await visit(second)).status], [404, 200]);
    const { badge: known } = (await stateOf()) as { badge: object };
    assert.deepEqual(Object.keys(known), ['createdBy', 'createdAt']);
    assert.equal((await call(`DELETE ${path}`, { as: owner })).status, 200);
    assert.equal((await call(`DELETE ${path}`, { as: owner })).status, 404);
    assert.equal((await visit(second)).status, 404);
    assert.deepEqual(await stateOf(), { badge: null });
    const third = await badge(check);
    await call(`DELETE ${CHECKS}/${check.id}`, { as: owner });
    assert.equal((await visit(third)).status, 404);

    const entries = await access.auditOf(organization);
    const actions = entries.flatMap(({ action }) =>
      action.startsWith('check_badge') ? action : [],
    );
    assert.deepEqual(actions, [
      'check_badge.created',
      'check_badge.created',
      'check_badge.revoked',
      'check_badge.created',
    ]);
    const token = first.split('/').at(-1) ?? '';
    assert.doesNotMatch(JSON.stringify(entries), new RegExp(token));
    const rows = await access.metadata.db.selectFrom('check_badges').selectAll().execute();
    assert.deepEqual(rows, []);
  },
);

test('a token that is no badge is unknown, and its hash alone is kept', async (t) => {
  const { create, badge, visit, access } = await start(t);
  const url = await badge(await create());
  const token = url.split('/').at(-1) ?? '';
  const [row] = await access.metadata.db.selectFrom('check_badges').selectAll().execute();

  assert.match(token, /^xpb_/);
  assert.ok(row !== undefined && !JSON.stringify(row).includes(token));
  for (const other of [`${token.slice(0, -1)}x`, row.token_hash, row.id, 'xpb_', '%00']) {
    const { status, text } = await visit(url.replace(token, other));
    assert.ok(status === 404 || status === 400, `${other}: ${status}`);
    assert.doesNotMatch(text, /svg/);
  }
});

test('Owners and Admins make badges, members see that there is one, others see nothing', async (t) => {
  const { create, call, access, organization, token } = await start(t);
  const check = await create();
  const path = `${CHECKS}/${check.id}/badge`;
  const admin = await access.join(organization, 'admin');
  const member = await access.join(organization, 'member');
  const { owner: stranger } = await access.newOrganization();
  const statusOf = async (what: string, as: typeof admin | string): Promise<number> =>
    (await call(`${what} ${path}`, { as })).status;

  assert.equal(await statusOf('POST', member), 403);
  assert.equal(await statusOf('POST', token), 403);
  assert.equal(await statusOf('POST', stranger), 404);
  assert.equal(await statusOf('POST', admin), 201);
  assert.equal(await statusOf('GET', member), 200);
  assert.equal(await statusOf('GET', stranger), 404);
  assert.equal(await statusOf('DELETE', member), 403);
  assert.equal(await statusOf('DELETE', stranger), 404);
  assert.equal(await statusOf('DELETE', admin), 200);
});

test('visitors of one address are counted on the public row', async (t) => {
  const { create, badge, visit } = await start(t);
  const url = await badge(await create());

  const statuses: number[] = [];
  for (let i = 0; i <= RATES.public.perMinute; i += 1) {
    statuses.push((await visit(url, '192.0.2.1')).status);
  }

  assert.deepEqual([statuses[0], statuses.at(-2), statuses.at(-1)], [200, 200, 429]);
  assert.equal((await visit(url)).status, 200);
});

test('a badge keeps to the allowlist of its organization', async (t) => {
  const { create, badge, visit, access, organization } = await start(t);
  const url = await badge(await create());
  await access.metadata.db
    .updateTable('organizations')
    .set({ allowed_networks: '["203.0.113.0/24"]' })
    .where('id', '=', organization)
    .execute();
  access.cache.forget(organization);

  assert.equal((await visit(url)).status, 403);
  assert.equal((await visit(url, '203.0.113.9')).status, 200);
});
