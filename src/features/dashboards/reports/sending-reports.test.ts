/** Reports that are due, with a store that only answers. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type Log, silentLog } from '../../../base/log.ts';
import type { ReportDraft } from '../../../contract/dashboard-reports.ts';
import type { Mail } from '../../../engines/mail/mail.ts';
import type { DashboardReportRow } from '../../../engines/metadata/tables/dashboards.ts';
import type { Claim } from '../../../engines/schedule/schedule.ts';
import { PLANS } from '../../../spec/plans.ts';
import { answeringStore } from '../../../../test/support/answering-store.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import {
  changeDashboard,
  createDashboard,
  deleteDashboard,
} from '../managing/manage-dashboards.ts';
import { openRefreshing } from '../refreshing/open-refreshing.ts';
import { createReport, listReports } from './manage-reports.ts';
import { sendReports } from './send-reports.ts';

const DEFINITION = dashboardOf([valuePanel('n', 'host=$v$ | stats count')], {
  variables: [{ name: 'v', type: 'list', options: [{ value: 'a' }, { value: 'b' }] }] as never,
});
const DAILY: ReportDraft['schedule'] = { every: 'daily', at: '02:30' };
const DAY_MS = 86_400_000;

async function start(t: TestContext, draft: Partial<ReportDraft> = {}) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id: organization, owner } = await access.newOrganization();
  const other = await access.join(organization, 'viewer');
  const store = answeringStore({ now: clock.now() }, () => [[5]]);
  const search = { ...store.search, metadata, clock };
  const mails: Mail[] = [];
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, error: (fields, message) => logged.push([message, fields]) };
  const needs = {
    ...openRefreshing({ search, log }),
    metadata,
    clock,
    plans: PLANS,
    publicOrigin: () => 'https://logs.example.com',
    enqueueMail: async (_: unknown, mail: Mail) => void mails.push(mail),
  };
  const { actor } = owner;
  const { id } = await createDashboard(needs, actor, { definition: DEFINITION });
  const recipients = [owner.email, other.email];
  await createReport(needs, actor, id, { schedule: DAILY, recipients, ...draft });
  const row = async (): Promise<DashboardReportRow> =>
    metadata.db.selectFrom('dashboard_reports').selectAll().executeTakeFirstOrThrow();
  const settled: unknown[] = [];
  const claim: Claim = {
    attempts: 2,
    signal: new AbortController().signal,
    settle: async (_, { dueAt }) => void settled.push(dueAt),
  };
  const work = sendReports(needs);
  clock.advance(((await row()).due_at ?? 0) - clock.now());
  const shown = async () => (await listReports(needs, actor, id, { limit: 10 })).data[0];
  const reported = { mails, logged, settled };
  const asked = store.asked;
  return {
    needs,
    actor,
    id,
    owner,
    other,
    organization,
    clock,
    asked,
    claim,
    work,
    row,
    shown,
    ...reported,
  };
}

test('a report goes to every recipient, and the next one is settled', async (t) => {
  const more = { name: 'Numbers', earliest: '-2h', latest: '-1h', variables: { v: ['b'] } };
  const { work, row, claim, mails, settled, clock, owner, other, asked, shown, id } = await start(
    t,
    more,
  );

  await work.work(await row(), claim);

  assert.deepEqual(
    mails.map(({ to }) => to),
    [owner.email, other.email],
  );
  const [mail] = mails;
  assert.match(mail?.subject ?? '', /Numbers/);
  assert.ok(mail?.text.includes(`https://logs.example.com/dashboards/${id}`));
  assert.ok(asked[0]?.values.includes('b'));
  assert.deepEqual(
    asked[0]?.values.filter((value) => value.startsWith('2026')),
    ['2026-01-16 00:30:00.000', '2026-01-16 01:30:00.000'],
  );
  assert.deepEqual(settled, [clock.now() + DAY_MS]);
  const { lastSentAt, lastError } = (await shown()) ?? {};
  assert.deepEqual([lastSentAt, lastError], ['2026-01-16T02:30:00.000Z', null]);
});

test('a report without a range has that of its dashboard', async (t) => {
  const { work, row, claim, asked } = await start(t);

  await work.work(await row(), claim);

  assert.deepEqual(
    asked[0]?.values.filter((value) => value.startsWith('2026')),
    ['2026-01-15 02:30:00.000', '2026-01-16 02:30:00.000'],
  );
});

test('one whose zone has changed waits for its time there', async (t) => {
  const { needs, actor, id, work, row, claim, mails, settled, asked } = await start(t);
  const definition = { ...DEFINITION, timeZone: 'Asia/Tokyo' };
  await changeDashboard(needs, actor, id, { version: 1, definition });

  await work.work(await row(), claim);

  assert.deepEqual([mails, asked], [[], []]);
  assert.deepEqual(settled, [Date.UTC(2026, 0, 16, 17, 30)]);
});

test('one that failed to the last is noted, and comes at its next time', async (t) => {
  const { work, row, claim, mails, settled, clock, shown, logged, organization } = await start(t);
  const report = await row();
  const error = new Error('x'.repeat(201));

  await work.giveUp(report, claim, error);

  assert.deepEqual(settled, [clock.now() + DAY_MS]);
  assert.deepEqual([(await shown())?.lastError, mails], ['x'.repeat(200), []]);
  assert.deepEqual(logged, [
    ['report failed', { report: report.id, organization, attempts: 2, err: error }],
  ]);
  await work.giveUp(report, claim, undefined);
  assert.equal((await shown())?.lastError, 'The report missed its schedule.');
});

test('one whose dashboard is gone is not sent, nor due again', async (t) => {
  const { needs, actor, id, work, row, claim, settled } = await start(t);
  const report = await row();
  await deleteDashboard(needs, actor, id);

  await assert.rejects(work.work(report, claim), /a report outlived its dashboard/);
  await work.giveUp(report, claim, undefined);
  assert.deepEqual(settled, [null]);
});

test('reports are taken two at a time, and tried three times within a day', async (t) => {
  const { work, row } = await start(t);
  const report = await row();
  const due = report.due_at ?? 0;

  const { name, table, owner, placesMax, perOwnerMax, leaseMs, everyMs, attemptsMax } = work;
  assert.deepEqual(
    [name, table, owner, placesMax, perOwnerMax, leaseMs, everyMs, attemptsMax],
    ['dashboard-reports', 'dashboard_reports', 'organization_id', 2, 1, 30_000, 1_000, 3],
  );
  assert.deepEqual([work.retryDelayMs(1), work.retryDelayMs(2)], [60_000, 120_000]);
  assert.deepEqual(
    [work.isTooLate?.(report, due + DAY_MS), work.isTooLate?.(report, due + DAY_MS + 1)],
    [false, true],
  );
  assert.equal(work.isTooLate?.({ ...report, due_at: null }, due + 9 * DAY_MS), false);
});
