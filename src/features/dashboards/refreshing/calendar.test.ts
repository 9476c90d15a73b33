/** Days with a changed clock: hours, sums, and what a value is compared with (bar 10). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DashboardPanel } from '../../../contract/dashboard-panels.ts';
import { openZone, type Zone } from '../../../language/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { dashboardOf } from '../../../../test/support/dashboards/dashboards.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { shown, startDashboards } from '../../../../test/support/dashboards/start-dashboards.ts';
import { shiftRange } from '../../../flow/search/index.ts';

const store = await openTestStore();

function zoneOf(name: string): Zone {
  return openZone(name) ?? assert.fail(name);
}

const at = (time: string): number => Date.parse(time);
const shownRange = ({ from, to }: { from: number; to: number }) =>
  [from, to].map((ms) => new Date(ms).toISOString().slice(0, 16));

test('a comparison goes by the calendar of the zone', () => {
  const berlin = zoneOf('Europe/Berlin');
  const rows = [
    // The day after the clock was set back: the day before has 25 hours.
    [
      'previous',
      '2026-10-25T23:00Z',
      '2026-10-26T23:00Z',
      ['2026-10-24T22:00', '2026-10-25T23:00'],
    ],
    ['day', '2026-10-25T23:00Z', '2026-10-26T23:00Z', ['2026-10-24T22:00', '2026-10-25T23:00']],
    ['week', '2026-10-25T23:00Z', '2026-10-26T23:00Z', ['2026-10-18T22:00', '2026-10-19T22:00']],
    // The day after the clock was put forward: 23 hours.
    [
      'previous',
      '2026-03-29T22:00Z',
      '2026-03-30T22:00Z',
      ['2026-03-28T23:00', '2026-03-29T22:00'],
    ],
    // A month, and one that is shorter.
    [
      'previous',
      '2026-02-28T23:00Z',
      '2026-03-31T22:00Z',
      ['2026-01-31T23:00', '2026-02-28T23:00'],
    ],
    // What is no whole day goes by the time that passed.
    [
      'previous',
      '2026-10-25T00:30Z',
      '2026-10-25T02:30Z',
      ['2026-10-24T22:30', '2026-10-25T00:30'],
    ],
    ['day', '2026-10-25T10:00Z', '2026-10-25T11:00Z', ['2026-10-24T09:00', '2026-10-24T10:00']],
  ] as const;
  for (const [comparison, from, to, expected] of rows) {
    const shifted = shiftRange({ from: at(from), to: at(to) }, berlin, comparison);
    assert.deepEqual(shownRange(shifted), expected, `${comparison} ${from}`);
  }
  const howe = zoneOf('Australia/Lord_Howe');
  const day = { from: at('2026-10-04T13:00Z'), to: at('2026-10-05T13:00Z') };
  // That day had half an hour less.
  assert.deepEqual(shownRange(shiftRange(day, howe, 'day')), [
    '2026-10-03T13:30',
    '2026-10-04T13:00',
  ]);
});

const DAYS = [
  ['Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z', 23],
  ['Australia/Lord_Howe', '2026-04-04T13:00Z', '2026-04-05T13:30Z', 24.5],
  ['Australia/Lord_Howe', '2026-10-03T13:30Z', '2026-10-04T13:00Z', 23.5],
  ['Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T23:00Z', 25],
] as const;

test('days with a changed clock have their hours, and the sums are the totals (bar 10)', async (t) => {
  const { access, make, data, write } = await startDashboards(t, store);
  const panel = (id: string, y: number, kind: string, query: string) =>
    ({ id, kind, x: 0, y, w: 24, h: 2, query }) as DashboardPanel;
  const panels = [
    panel('total', 0, 'value', '* | stats count'),
    panel('hours', 2, 'timeseries', '* | timechart span=1h count'),
    panel('days', 4, 'timeseries', '* | timechart span=1d count'),
    panel('auto', 6, 'timeseries', '* | timechart count'),
  ];
  for (const [timeZone, from, to, hours] of DAYS) {
    access.clock.advance(at(to) + 3 * HOUR_MS - access.clock.now());
    const { id: organization, owner } = await access.newOrganization();
    const count = ((at(to) - at(from)) / (30 * MINUTE_MS)) | 0;
    assert.equal((at(to) - at(from)) / HOUR_MS, hours);
    await write(
      organization,
      Array.from({ length: count }, (_, n) => ({
        timestamp: at(from) + n * 30 * MINUTE_MS,
        body: `${n}`,
      })),
    );
    const id = await make(
      owner,
      dashboardOf(panels, { timeZone, time: { earliest: '-1d@d', latest: '@d' } }),
    );

    const answer = await data(owner, id);

    assert.equal(answer.timeZone, timeZone);
    assert.deepEqual(
      [Date.parse(answer.from), Date.parse(answer.to)],
      [at(from), at(to)],
      timeZone,
    );
    const rowsOf = (name: string) => shown(answer.panels[name]).rows as { count: number }[];
    const sum = (name: string) => rowsOf(name).reduce((all, row) => all + Number(row.count), 0);
    assert.equal(Number(rowsOf('total')[0]?.count), count, timeZone);
    for (const name of ['hours', 'days', 'auto']) {
      assert.equal(sum(name), count, `${timeZone} ${name}`);
    }
    assert.equal(rowsOf('days').length, 1, timeZone);
    assert.equal(rowsOf('hours').length, Math.ceil(hours), timeZone);
    const { comparison } = shown(answer.panels['total']);
    assert.equal(Date.parse(comparison?.to ?? ''), at(from));
    assert.equal(comparison?.baseline, 'none');
  }
});

test('the zone of the viewer goes before that of the dashboard, and that before the organization’s', async (t) => {
  const { access, make, data } = await startDashboards(t, store);
  const { owner, id: organization } = await access.newOrganization();
  const day = { time: { earliest: '@d' } };
  const plain = await make(owner, dashboardOf([], day));
  const own = await make(owner, dashboardOf([], { ...day, timeZone: 'Asia/Tokyo' }));

  assert.equal((await data(owner, plain)).timeZone, 'UTC');
  assert.equal((await data(owner, own)).timeZone, 'Asia/Tokyo');
  const viewed = await data(owner, own, { timeZone: 'America/New_York' });
  assert.equal(viewed.timeZone, 'America/New_York');
  assert.match(viewed.from, /T0[45]:00:00/);
  assert.ok(organization);
});
