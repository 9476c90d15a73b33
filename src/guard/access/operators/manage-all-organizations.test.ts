import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { OrganizationTerms } from '../../../contract/operator.ts';
import { noteLocks } from '../../../../test/support/guard/note-locks.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { changeTerms, listAllOrganizations } from './manage-all-organizations.ts';
import { listOperatorEntries } from './operator-entries.ts';

const BY = { email: 'operator@example.com', ipAddress: '192.0.2.7', userAgent: 'browser/2' };

const byAction = (one: { action: string }, other: { action: string }): number =>
  one.action < other.action ? -1 : 1;

async function start(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization('free', 'Tenant');
  await access.join(id, 'viewer');
  const { needs, locks } = noteLocks(access.needs);
  const change = (terms: OrganizationTerms) => changeTerms(needs, BY, id, terms);
  const rowOf = () =>
    access.metadata.db
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  /** What the organization and the operators were told at this moment. */
  const told = async () => {
    const now = access.clock.now();
    const own = (await access.auditOf(id)).filter((entry) => entry.recorded_at === now);
    const { data } = await listOperatorEntries(access, { limit: 50, after: undefined });
    const at = new Date(now).toISOString();
    const operators = data.filter(({ timestamp }) => timestamp === at);
    return {
      own: own
        .map((entry) => ({
          action: entry.action,
          resource: entry.resource,
          actor: entry.actor,
          ipAddress: entry.ip_address,
          userAgent: entry.user_agent,
          details: JSON.parse(entry.details) as unknown,
        }))
        .toSorted(byAction),
      operators: operators.map(({ id: _id, timestamp: _at, ...entry }) => entry).toSorted(byAction),
    };
  };
  return { access, needs, locks, id, owner, change, rowOf, told };
}

test('operators see every organization with its people and its usage, newest first', async (t) => {
  const { access, needs, id, owner } = await start(t);
  access.clock.advance(1);
  const { id: second } = await access.newOrganization('enterprise', 'Second');

  const { data, nextCursor } = await listAllOrganizations(needs, { limit: 2, after: undefined });

  assert.deepEqual(
    data.map(({ id: each }) => each),
    [second, id],
  );
  assert.equal(nextCursor, null);
  assert.deepEqual(data[1], {
    id,
    name: 'Tenant',
    plan: 'free',
    limits: { dailyBytes: null, monthlyCredits: null },
    owners: [owner.email],
    members: 2,
    createdAt: '2026-01-15T12:00:00.000Z',
    usage: {
      today: { day: '2026-01-15', events: 0, bytes: 0, discardedEvents: 0, discardedBytes: 0 },
      quota: {
        dailyBytes: 1_073_741_824,
        state: 'normal',
        resetsAt: '2026-01-16T00:00:00.000Z',
      },
      credits: {
        limit: 100,
        used: 0,
        held: 0,
        runs: 0,
        failedRuns: 0,
        resetsAt: '2026-02-01T00:00:00.000Z',
      },
    },
  });
  const first = await listAllOrganizations(needs, { limit: 1, after: undefined });
  assert.deepEqual([first.data.length, typeof first.nextCursor], [1, 'string']);
});

test('only what is named changes, and both audit logs tell of what did', async (t) => {
  const { access, locks, id, change, rowOf, told } = await start(t);
  const subject = {
    resource: id,
    actor: 'operator@example.com',
    ipAddress: '192.0.2.7',
    userAgent: 'browser/2',
  };
  const limits = (dailyBytes: number | null, monthlyCredits: number | null) => ({
    dailyBytes,
    monthlyCredits,
  });
  const plan = { from: 'free', to: 'pro' };
  const cases: readonly (readonly [OrganizationTerms, object, readonly [string, object][]])[] = [
    [{ plan: 'pro' }, { plan: 'pro' }, [['organization.plan_changed', plan]]],
    [
      { limits: { dailyBytes: 7 } },
      { custom_daily_bytes: 7 },
      [['organization.limits_changed', { from: limits(null, null), to: limits(7, null) }]],
    ],
    [
      { limits: { monthlyCredits: 8 } },
      { custom_monthly_credits: 8 },
      [['organization.limits_changed', { from: limits(7, null), to: limits(7, 8) }]],
    ],
    [{ plan: 'pro', limits: { dailyBytes: 7 } }, {}, []],
    [
      { plan: 'business', limits: { dailyBytes: null, monthlyCredits: 9 } },
      { plan: 'business', custom_daily_bytes: null, custom_monthly_credits: 9 },
      [
        ['organization.limits_changed', { from: limits(7, 8), to: limits(null, 9) }],
        ['organization.plan_changed', { from: 'pro', to: 'business' }],
      ],
    ],
  ];
  let expected = await rowOf();
  for (const [terms, columns, events] of cases) {
    access.clock.advance(1);
    expected = { ...expected, ...columns, updated_at: access.clock.now() };
    locks.length = 0;

    const shown = await change(terms);

    assert.deepEqual(await rowOf(), expected);
    const { custom_daily_bytes: bytes, custom_monthly_credits: credits } = expected;
    assert.deepEqual([shown.plan, shown.limits], [expected.plan, limits(bytes, credits)]);
    assert.deepEqual(locks, [`organizations ${id}`]);
    assert.deepEqual(await told(), {
      own: events.map(([action, details]) => ({
        action,
        ...subject,
        details: { ...details, by: 'operator', ...changesIn(details) },
      })),
      operators: events.map(([action, details]) => ({ action, ...subject, details })),
    });
  }
});

/** Fields of the terms before and after, as the log of the organization lists them. */
function changesIn({ from, to }: { from?: unknown; to?: unknown }) {
  const terms = (value: unknown): Map<string, unknown> =>
    new Map(Object.entries(typeof value === 'string' ? { plan: value } : (value ?? {})));
  const [was, is] = [terms(from), terms(to)];
  const changes = [...is]
    .map(([field, after]) => ({ field, before: was.get(field), after }))
    .filter(({ before, after }) => before !== after);
  return { changed: changes.map(({ field }) => field), changes };
}

test('what operators set holds for the next request, and only where there is something', async (t) => {
  const { access, needs, id } = await start(t);
  const forgotten: string[] = [];
  const cache = { ...needs.cache, forget: (subject: string) => void forgotten.push(subject) };

  await changeTerms({ ...needs, cache }, BY, id, { plan: 'pro' });
  assert.deepEqual(forgotten, [id]);
  await assert.rejects(changeTerms(needs, BY, 'org_none', { plan: 'pro' }), {
    code: 'NOT_FOUND',
    message: 'No such organization.',
  });
  const entries = await listOperatorEntries(access, { limit: 1, after: undefined });
  assert.deepEqual([entries.data.length, entries.nextCursor], [1, null]);
});
