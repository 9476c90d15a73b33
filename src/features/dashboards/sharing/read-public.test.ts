/** Who a public link lets in, and how often, on a metadata store and one that only answers. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../../../base/log.ts';
import { PLANS } from '../../../spec/plans.ts';
import { DAY_MS } from '../../../spec/units.ts';
import { answeringStore } from '../../../../test/support/answering-store.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import { openAccess, PUBLIC_ORIGIN } from '../../../../test/support/open-access.ts';
import { createDashboard } from '../managing/manage-dashboards.ts';
import { openRefreshing } from '../refreshing/open-refreshing.ts';
import { readPublic } from './read-public.ts';
import { shareDashboard } from './share-dashboard.ts';

const DEFINITION = dashboardOf([valuePanel('n', 'index=web host=$v$ | stats count')], {
  variables: [
    { name: 'v', type: 'list', options: [{ value: 'a' }, { value: 'b' }], all: false },
    { name: 'free', type: 'text' },
  ] as never,
});

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { owner } = await access.newOrganization('enterprise');
  const { search } = answeringStore({ now: clock.now(), indexes: ['web'] }, () => [[5]]);
  const searching = { ...search, metadata, clock };
  const sharing = { metadata, clock, plans: PLANS, search, publicOrigin: () => PUBLIC_ORIGIN };
  const { id } = await createDashboard(sharing, owner.actor, { definition: DEFINITION });
  const embedOrigins = ['https://a.example'];
  const draft = { audience: 'public', variables: { v: 'a' }, embedOrigins } as const;
  const { token = '' } = await shareDashboard(sharing, owner.actor, id, draft);
  const hits: unknown[] = [];
  const limit = { isAllowed: true, retryAfterMs: 0 };
  const needs = {
    ...openRefreshing({ search: searching, log: silentLog }),
    metadata,
    counters: {
      hit: async (...given: unknown[]) => {
        hits.push(given);
        return limit as never;
      },
    },
  };
  const visit = (authorization: string | undefined, variables: Record<string, string> = {}) =>
    readPublic(
      needs,
      { authorization, ipAddress: '192.0.2.1', variables },
      new AbortController().signal,
    );
  return { token, visit, hits, limit, clock, metadata };
}

test('a link is counted by its id, and says when it may be asked again', async (t) => {
  const { token, visit, hits, limit, metadata } = await start(t);
  limit.isAllowed = false;
  limit.retryAfterMs = 2_500;

  await assert.rejects(visit(`Bearer ${token}`), {
    code: 'RATE_LIMITED',
    message: 'Too many requests for this link. Retry in a moment.',
    facts: { retryAfterSeconds: 2.5 },
  });
  const { id } = await metadata.db
    .selectFrom('dashboard_links')
    .select('id')
    .executeTakeFirstOrThrow();
  assert.deepEqual(hits, [[`rate:link:${id}`, 10, 60_000]]);
});

test('a link shows its results until it ends, and nothing to whoever has another token', async (t) => {
  const { token, visit, clock } = await start(t);
  const { embedOrigins } = await visit(`bearer   ${token}`);
  assert.deepEqual(embedOrigins, ['https://a.example']);
  const ended = {
    code: 'UNAUTHORIZED',
    message: 'This link is invalid. It has expired or was revoked.',
  };
  for (const wrong of [undefined, '', token, `Bearer ${token}x`, `Bearer x ${token}`, 'Bearer x']) {
    await assert.rejects(visit(wrong), ended, wrong);
  }
  clock.advance(7 * DAY_MS - 1);
  await visit(`Bearer ${token}`);
  clock.advance(1);
  await assert.rejects(visit(`Bearer ${token}`), ended);
});

test('a visitor chooses from the options alone', async (t) => {
  const { token, visit } = await start(t);
  await visit(`Bearer ${token}`, { v: 'b' });
  for (const name of ['free', 'other']) {
    await assert.rejects(visit(`Bearer ${token}`, { [name]: 'x' }), {
      code: 'VALIDATION_ERROR',
      facts: {
        details: [{ path: `variables.${name}`, message: "This value can't be selected here." }],
      },
    });
  }
});
