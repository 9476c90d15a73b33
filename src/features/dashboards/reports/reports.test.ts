/** Reports by mail: when they come, to whom, and what is in them. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../../../base/log.ts';
import type { Report, ReportDraft } from '../../../contract/dashboard-reports.ts';
import type { DashboardPanel } from '../../../contract/dashboard-panels.ts';
import type { Mail } from '../../../engines/mail/mail.ts';
import { checkMail } from '../../../engines/mail/message.ts';
import type { DashboardReportRow } from '../../../engines/metadata/tables/dashboards.ts';
import type { Claim } from '../../../engines/schedule/schedule.ts';
import { openZone } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { dashboardOf, valuePanel } from '../../../../test/support/dashboards/dashboards.ts';
import { PUBLIC_ORIGIN } from '../../../../test/support/open-access.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startDashboards } from '../../../../test/support/dashboards/start-dashboards.ts';
import { nextReport } from './report-times.ts';
import { sendReports } from './send-reports.ts';

const store = await openTestStore();
const DAILY: ReportDraft['schedule'] = { every: 'daily', at: '02:30' };

async function start(t: TestContext) {
  const dashboards = await startDashboards(t, store);
  const { id: organization, owner } = await dashboards.access.newOrganization();
  const { metadata, clock } = dashboards.access;
  const mails: Mail[] = [];
  const work = sendReports({
    ...dashboards.needs,
    ...dashboards.refreshing,
    search: dashboards.needs,
    publicOrigin: () => PUBLIC_ORIGIN,
    enqueueMail: async (_, mail) => {
      checkMail(mail);
      mails.push(mail);
    },
    log: silentLog,
  });
  const claimOf = (row: DashboardReportRow): Claim => ({
    attempts: 1,
    signal: new AbortController().signal,
    settle: async ({ db }, { dueAt }) => {
      await db
        .updateTable('dashboard_reports')
        .set({ due_at: dueAt })
        .where('id', '=', row.id)
        .execute();
    },
  });
  const rows = () => metadata.db.selectFrom('dashboard_reports').selectAll().execute();
  /** Sends what is due by now, as the runner would. */
  const runDue = async (): Promise<number> => {
    const due = (await rows()).filter((row) => row.due_at !== null && row.due_at <= clock.now());
    for (const row of due) await work.work(row, claimOf(row));
    return due.length;
  };
  const report = (id: string, draft: Partial<ReportDraft> = {}, as = owner) =>
    dashboards.call(`POST /api/v1/dashboards/${id}/reports`, {
      as,
      body: { schedule: DAILY, recipients: [owner.email], ...draft },
    });
  return {
    ...dashboards,
    organization,
    owner,
    metadata,
    clock,
    mails,
    work,
    claimOf,
    rows,
    runDue,
    report,
  };
}

test('a report is made, changed, listed and deleted, and the audit log tells', async (t) => {
  const { make, owner, report, call, access, organization } = await start(t);
  const viewer = await access.join(organization, 'viewer');
  const id = await make(owner, dashboardOf([], { timeZone: 'Europe/Berlin' }));
  const path = `/api/v1/dashboards/${id}/reports`;

  const made = await report(id, { recipients: [owner.email.toUpperCase(), viewer.email] });
  assert.equal(made.status, 201, made.text);
  const { id: reportId, name, recipients, nextAt } = made.body.data as Report;
  assert.deepEqual([name, recipients], ['Checkout', [owner.email, viewer.email]]);
  assert.match(nextAt ?? '', /T0[01]:30:00\.000Z$/);
  const off = await call(`PATCH ${path}/${reportId}`, { as: owner, body: { isEnabled: false } });
  assert.deepEqual(
    [(off.body.data as Report).isEnabled, (off.body.data as Report).nextAt],
    [false, null],
  );
  const { body } = await call(`GET ${path}`, { as: owner });
  assert.equal((body.data as Report[]).length, 1);
  assert.equal((await report(id, {}, viewer)).status, 403);
  assert.equal((await call(`DELETE ${path}/${reportId}`, { as: owner })).status, 200);
  assert.equal((await call(`DELETE ${path}/${reportId}`, { as: owner })).status, 404);
  assert.deepEqual((await access.auditOf(organization)).map(({ action }) => action).slice(1), [
    'report.created',
    'report.updated',
    'report.deleted',
  ]);
  const { owner: stranger } = await access.newOrganization();
  assert.equal((await report(id, {}, stranger)).status, 404);
});

test('what cannot be sent is refused: strangers, wrong times, too many', async (t) => {
  const { make, owner, report, access, organization } = await start(t);
  const { recipientsMax, reportsPerDashboardMax } = LIMITS.dashboards;
  const id = await make(owner, dashboardOf());
  const members = await Promise.all(
    Array.from({ length: recipientsMax }, () => access.join(organization, 'viewer')),
  );
  const emails = members.map(({ email }) => email);

  for (const draft of [
    { recipients: ['stranger@example.com'] },
    { recipients: [] },
    { recipients: [...emails, owner.email] },
    { schedule: { every: 'daily', at: '24:00' } as const },
    { schedule: { every: 'monthly', at: '08:00', day: 29 } as const },
    { earliest: 'nonsense' },
    { variables: { x: 'y' } },
  ]) {
    const { status, body } = await report(id, draft);
    assert.deepEqual([status, body.code], [400, 'VALIDATION_ERROR'], JSON.stringify(draft));
  }
  const made = await Promise.all(
    Array.from({ length: reportsPerDashboardMax + 2 }, () => report(id, { recipients: emails })),
  );
  assert.deepEqual(made.map(({ status }) => String(status)).toSorted(), [
    ...Array.from({ length: reportsPerDashboardMax }, () => '201'),
    '409',
    '409',
  ]);
});

test('on days with a changed clock a report comes once (bar 10)', () => {
  const rows: readonly (readonly [
    zone: string,
    at: string,
    from: string,
    expected: readonly string[],
  ])[] = [
    ['Europe/Berlin', '02:30', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
    ['Europe/Berlin', '02:30', '2026-10-24T12:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    [
      'Australia/Lord_Howe',
      '02:15',
      '2026-10-03T00:00Z',
      ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    ],
    [
      'Australia/Lord_Howe',
      '01:45',
      '2026-04-04T00:00Z',
      ['2026-04-04T14:45Z', '2026-04-05T15:15Z'],
    ],
  ];
  for (const [name, at, from, expected] of rows) {
    const zone = openZone(name) ?? assert.fail(name);
    let time = Date.parse(from);
    const found = expected.map(() => {
      time = nextReport({ every: 'daily', at }, zone, time);
      return new Date(time).toISOString().replace(':00.000Z', 'Z');
    });
    assert.deepEqual(found, expected, `${name} ${at}`);
  }
  const utc = openZone('UTC') ?? assert.fail();
  const next = (schedule: ReportDraft['schedule']) =>
    new Date(nextReport(schedule, utc, Date.parse('2026-11-15T08:00Z'))).toISOString();
  assert.equal(next({ every: 'weekly', at: '08:00' }), '2026-11-16T08:00:00.000Z');
  assert.equal(
    next({ every: 'weekly', at: '08:00', weekday: 'sunday' }),
    '2026-11-22T08:00:00.000Z',
  );
  assert.equal(next({ every: 'monthly', at: '08:00', day: 28 }), '2026-11-28T08:00:00.000Z');
});

const place = (at: number) => ({ x: 0, y: at * 4, w: 24, h: 4 });

test('a due report goes to every recipient once, with numbers, cells and drawings', async (t) => {
  const { make, owner, report, mails, clock, runDue, rows, write, organization, access } =
    await start(t);
  const gone = await access.join(organization, 'viewer');
  const panels: DashboardPanel[] = [
    { id: 'h', kind: 'heading', title: 'Now', ...place(0) },
    {
      id: 'value',
      kind: 'value',
      title: 'Failed',
      ...place(1),
      query: 'level=error | stats count',
    },
    { id: 'line', kind: 'timeseries', ...place(2), query: '* | timechart span=5m count BY level' },
    { id: 'bars', kind: 'bars', ...place(3), query: '* | stats count BY path' },
    { id: 'share', kind: 'share', ...place(4), query: '* | stats count BY path' },
    {
      id: 'heat',
      kind: 'heatmap',
      ...place(5),
      query: '* | bin span=1h _time | stats count BY _time, path',
    },
    { id: 'logs', kind: 'logs', ...place(6), query: '*' },
    { id: 'text', kind: 'text', ...place(7), options: { markdown: '<b>not bold</b>' } },
    { id: 'gone', kind: 'table', ...place(8), query: 'index=nowhere' },
  ];
  const id = await make(owner, dashboardOf(panels));
  assert.equal((await report(id, { recipients: [owner.email, gone.email] })).status, 201);
  await access.metadata.db.deleteFrom('members').where('user_id', '=', gone.id).execute();
  const [row] = await rows();
  assert.equal(await runDue(), 0);
  clock.advance((row?.due_at ?? 0) - clock.now());
  await write(organization, [
    {
      agoMs: MINUTE_MS,
      body: '<script>alert(1)</script>',
      level: 'error',
      fields: { path: '/<i>' },
    },
    { agoMs: HOUR_MS, body: 'fine', level: 'info', fields: { path: '/b' } },
  ]);

  assert.equal(await runDue(), 1);
  assert.equal(await runDue(), 0);

  assert.equal(mails.length, 1);
  const [mail] = mails;
  assert.equal(mail?.to, owner.email);
  assert.match(mail.subject, /^Checkout: 20\d\d-\d\d-\d\d 02:30 to .* \(UTC\)$/);
  assert.match(mail.text, /Failed\n {2}1/);
  assert.match(mail.text, /\/b: 1/);
  assert.match(mail.html ?? '', /bgcolor=/);
  assert.ok(mail.html?.includes(`${PUBLIC_ORIGIN}/dashboards/${id}`));
  const file = mail.attachment?.content ?? '';
  assert.equal(mail.attachment?.name, 'report.html');
  assert.ok((file.match(/<svg/g) ?? []).length >= 5, file.slice(0, 500));
  for (const text of [mail.html ?? '', file]) {
    assert.doesNotMatch(text, /<script|<i>|<b>not bold/);
    assert.ok(text.includes('&lt;script&gt;'));
    assert.doesNotMatch(
      text.replaceAll(/xmlns="[^"]*"/g, '').replaceAll(PUBLIC_ORIGIN, ''),
      /https?:/,
    );
  }
  const [sent] = await rows();
  assert.deepEqual([sent?.last_sent_at, sent?.last_error], [clock.now(), null]);
  assert.equal(sent?.due_at, (row?.due_at ?? 0) + 24 * HOUR_MS);
});

test('a report of many panels fits into a mail, and says what does not', async (t) => {
  const { make, owner, report, mails, clock, runDue, rows, write, organization } = await start(t);
  const { reportCellsMax, reportMailBytesMax, reportRowsMax, panelsMax } = LIMITS.dashboards;
  const panels = Array.from({ length: panelsMax }, (_, at): DashboardPanel => ({
    id: `p${at}`,
    kind: at % 2 === 0 ? 'timeseries' : 'table',
    x: 0,
    y: at * 2,
    w: 24,
    h: 2,
    query: at % 2 === 0 ? '* | timechart count BY source' : '* | table event, source',
  }));
  const id = await make(owner, dashboardOf(panels));
  await report(id);
  const [row] = await rows();
  clock.advance((row?.due_at ?? 0) - clock.now());
  await write(
    organization,
    Array.from({ length: reportRowsMax + 1 }, (_, at) => ({
      agoMs: (at + 1) * HOUR_MS,
      body: `${at} ${'x'.repeat(400)}`,
      source: `s${at % 5}`,
    })),
  );

  await runDue();

  const [mail] = mails;
  assert.ok(mail?.html !== undefined);
  assert.ok(Buffer.byteLength(mail.html + mail.text) <= reportMailBytesMax);
  assert.match(mail.html, /more panels are in the attached file/);
  assert.match(mail.html, /1 more rows/);
  const [strip = ''] = /<table width="100%" cellspacing="1".*?<\/table>/s.exec(mail.html) ?? [];
  assert.equal((strip.match(/<td/g) ?? []).length, reportCellsMax);
  assert.ok(Buffer.byteLength(mail.attachment?.content ?? '') <= LIMITS.mail.attachmentBytesMax);
});

test('a report whose zone has changed waits for its time there', async (t) => {
  const { make, owner, report, mails, clock, runDue, rows, call } = await start(t);
  const id = await make(owner, dashboardOf([valuePanel('n', '* | stats count')]));
  await report(id);
  const [row] = await rows();
  const body = { definition: dashboardOf([], { timeZone: 'Asia/Tokyo' }), version: 1 };
  assert.equal((await call(`PATCH /api/v1/dashboards/${id}`, { as: owner, body })).status, 200);
  clock.advance((row?.due_at ?? 0) - clock.now());

  assert.equal(await runDue(), 1);

  assert.equal(mails.length, 0);
  const [moved] = await rows();
  assert.equal(new Date(moved?.due_at ?? 0).toISOString().slice(11, 16), '17:30');
});

test('one that fails to the last is noted, and comes at its next time', async (t) => {
  const { make, owner, report, clock, rows, work, claimOf, call } = await start(t);
  const id = await make(owner, dashboardOf());
  await report(id);
  const [row] = await rows();
  assert.ok(row?.due_at);
  clock.advance(row.due_at - clock.now());
  const { reportLateMsMax, reportAttemptsMax, reportsAtOnce } = LIMITS.dashboards;
  assert.deepEqual([work.attemptsMax, work.placesMax], [reportAttemptsMax, reportsAtOnce]);
  assert.equal(work.isTooLate?.(row, row.due_at + reportLateMsMax), false);
  assert.equal(work.isTooLate?.(row, row.due_at + reportLateMsMax + 1), true);

  await work.giveUp(row, claimOf(row), new Error('the store is away'));

  const { body } = await call(`GET /api/v1/dashboards/${id}/reports`, { as: owner });
  const [shown] = body.data as Report[];
  assert.equal(shown?.lastError, 'the store is away');
  assert.equal(Date.parse(shown?.nextAt ?? ''), row.due_at + 24 * HOUR_MS);
});
