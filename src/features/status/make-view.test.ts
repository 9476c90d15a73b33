import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { History, MaintenanceRow, MinuteRow } from '../../engines/history/history.ts';
import { incidentView, makeView, namesOf, type ViewInput } from './make-view.ts';
import { createMinuteGrid } from './minutes/minute-grid.ts';
import type { IncidentView } from './status-view.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 16, 9, 30) + 20_000;
const CURRENT = Date.UTC(2026, 10, 16, 9, 30) / MINUTE;
const NO_LATENCIES = { httpMs: null, otlpMs: null, searchMs: null, serverMs: null };

function minuteOf(minute: number, results = 'uuuuuuuu', more: Partial<MinuteRow> = {}): MinuteRow {
  return { minute, results, reasons: '', ...NO_LATENCIES, ...more };
}

function viewOf(rows: readonly MinuteRow[], changes: Partial<ViewInput> = {}) {
  const grid = createMinuteGrid();
  for (const row of rows) grid.add('own', row);
  return makeView({
    now: NOW,
    grid,
    place: 'own',
    placeNames: ['here'],
    latest: rows.at(-1),
    records: [],
    incidents: [],
    incidentCount: 7,
    notices: ['a notice'],
    demoUntil: 5,
    ...changes,
  });
}

/** The newest minute as far before this one as said, and five before it. */
function endingAt(back: number, results = 'uuuuuuuu'): MinuteRow[] {
  return [5, 4, 3, 2, 1, 0].map((before) => minuteOf(CURRENT - back - before, results));
}

const ENDS: readonly (readonly [back: number, end: number, looked: number | null])[] = [
  [0, CURRENT + 1, CURRENT * MINUTE],
  [1, CURRENT, (CURRENT - 1) * MINUTE],
  [2, CURRENT - 1, (CURRENT - 2) * MINUTE],
  [3, CURRENT, (CURRENT - 3) * MINUTE],
  [-1, CURRENT, NOW],
];
for (const [back, end, looked] of ENDS) {
  test(`the window ends with the newest minute, when that is ${back} minutes old`, () => {
    const { window, lookedAt } = viewOf(endingAt(back));

    assert.deepEqual([window, lookedAt], [{ from: end - 43_200, to: end }, looked]);
  });
}

test('before the first minute nothing is known, and what was handed in is told', () => {
  const view = viewOf([]);

  const { madeAt, lookedAt, places, state, demoUntil, notices, window, incidentCount } = view;
  assert.deepEqual(
    { madeAt, lookedAt, places, state, demoUntil, notices, window, incidentCount },
    {
      madeAt: NOW,
      lookedAt: null,
      places: ['here'],
      state: 'no_data',
      demoUntil: 5,
      notices: ['a notice'],
      window: { from: CURRENT - 43_200, to: CURRENT },
      incidentCount: 7,
    },
  );
  assert.deepEqual(view.overall.minutes, { up: 0, slow: 0, down: 0, maintenance: 0, none: 43_200 });
  assert.deepEqual([view.overall.uptime, view.overall.coverage], [null, 0]);
});

test('a reason is told for three minutes', () => {
  const reasons = 'refused,,,too_slow,,,,';
  const reported = (back: number) =>
    viewOf(endingAt(0), { latest: minuteOf(CURRENT - back, 'duuuuuuu', { reasons }) })
      .components.slice(0, 4)
      .map(({ reason }) => reason);

  assert.deepEqual(reported(0), ['refused', null, null, 'too_slow']);
  assert.deepEqual(reported(2), ['refused', null, null, 'too_slow']);
  assert.deepEqual(reported(3), [null, null, null, null]);
  assert.equal(viewOf(endingAt(0), { latest: undefined }).components[0]?.reason, null);
});

const incident: IncidentView = {
  id: 'inc_1',
  title: 'Disks',
  isMadeByProbe: false,
  components: ['api'],
  isOutage: false,
  openedAt: 1,
  closedAt: null,
  updates: [],
};
const maintained: MaintenanceRow = {
  id: 'mnt_1',
  madeAt: NOW - 72 * HOUR,
  from: NOW - HOUR,
  to: NOW + HOUR,
  components: ['web'],
  text: 'New disks',
  name: 'Ada',
};

const STATES: readonly (readonly [
  about: string,
  state: string,
  results: string,
  changes?: Partial<ViewInput>,
])[] = [
  ['all is up', 'operational', 'uuuuuuuu'],
  ['a core part is down', 'outage', 'duuuuuuu'],
  ['the last core part is down', 'outage', 'uuuduuuu'],
  ['another part is down', 'degraded', 'uuuuduuu'],
  ['a core part is slow', 'degraded', 'usuuuuuu'],
  ['nothing is known of a core part', 'no_data', 'nuuuuuuu'],
  ['nothing is known of another part', 'operational', 'uuuunuuu'],
  ['another part is worked on', 'maintenance', 'uuuuuuuu', { records: [maintained] }],
  [
    'another part is worked on while it is down',
    'maintenance',
    'uuuuuudu',
    { records: [maintained] },
  ],
  [
    'a core part is slow while another is worked on',
    'degraded',
    'suuuuuuu',
    { records: [maintained] },
  ],
  ['an operator reports an incident', 'degraded', 'uuuuuuuu', { incidents: [incident] }],
  [
    'somebody tells of an outage',
    'outage',
    'uuuuuuuu',
    { incidents: [{ ...incident, isOutage: true }] },
  ],
  [
    'an outage is over',
    'operational',
    'uuuuuuuu',
    { incidents: [{ ...incident, isOutage: true, closedAt: 2 }] },
  ],
  [
    'the probe told of an outage',
    'operational',
    'uuuuuuuu',
    { incidents: [{ ...incident, isOutage: true, isMadeByProbe: true }] },
  ],
];
for (const [about, state, results, changes] of STATES) {
  test(`the whole is ${state} when ${about}`, () => {
    assert.equal(viewOf(endingAt(0, results), changes).state, state);
  });
}

test('minutes of a maintenance announced in time do not count, those of others do', () => {
  const rows = endingAt(0, 'uuuuuudd');

  const { components } = viewOf(rows, { records: [{ ...maintained, from: NOW - 3 * MINUTE }] });

  assert.deepEqual(
    components.slice(5).map(({ id, name, state, minutes }) => [id, name, state, minutes]),
    [
      [
        'alerts',
        'Alerts',
        'operational',
        { up: 6, slow: 0, down: 0, maintenance: 0, none: 43_194 },
      ],
      ['web', 'Web app', 'maintenance', { up: 0, slow: 0, down: 3, maintenance: 3, none: 43_194 }],
      [
        'stored-logs',
        'Stored logs',
        'outage',
        { up: 0, slow: 0, down: 6, maintenance: 0, none: 43_194 },
      ],
    ],
  );
});

test('the whole is counted from the core parts alone', () => {
  const rows = [
    minuteOf(CURRENT - 2, 'uuuudddd'),
    minuteOf(CURRENT - 1, 'uudsuuuu'),
    minuteOf(CURRENT, 'uuusuuuu'),
  ];

  assert.deepEqual(viewOf(rows).overall.minutes, {
    up: 2,
    slow: 1,
    down: 1,
    maintenance: 0,
    none: 43_197,
  });
});

test('latencies are told for a day and for thirty, beside what is aimed at', () => {
  const day = Array.from({ length: 100 }, (_, at) =>
    minuteOf(CURRENT - at, 'uuuuuuuu', {
      httpMs: at + 1,
      otlpMs: at + 101,
      searchMs: at + 201,
      serverMs: at + 301,
    }),
  );
  const older = [
    minuteOf(CURRENT - 1_439, 'uuuuuuuu', { httpMs: 900 }),
    minuteOf(CURRENT - 1_440, 'uuuuuuuu', { httpMs: 901 }),
    minuteOf(CURRENT - 43_199, 'uuuuuuuu', { httpMs: 902 }),
    minuteOf(CURRENT - 43_200, 'uuuuuuuu', { httpMs: 903 }),
  ];

  const { latencies } = viewOf([...older, ...day]);

  assert.deepEqual(
    latencies.map(({ id, name, target }) => [id, name, target]),
    [
      ['ingest-http', 'HTTP ingest to searchable', { percentile: 'p99', ms: 3_000 }],
      ['ingest-otlp', 'OTLP ingest to searchable', { percentile: 'p99', ms: 3_000 }],
      ['search', 'Search, end to end', { percentile: 'p95', ms: 200 }],
      ['search-server', 'Search, server time', null],
    ],
  );
  assert.deepEqual(
    latencies.map((each) => each.day),
    [
      { count: 101, p50: 51, p95: 96, p99: 100 },
      { count: 100, p50: 150, p95: 195, p99: 199 },
      { count: 100, p50: 250, p95: 295, p99: 299 },
      { count: 100, p50: 350, p95: 395, p99: 399 },
    ],
  );
  assert.deepEqual(latencies[0]?.month, { count: 103, p50: 52, p95: 98, p99: 901 });
});

test('of maintenance the next five are shown, by their last record', () => {
  const planned = (id: string, hours: number, more: Partial<MaintenanceRow> = {}) => ({
    ...maintained,
    id,
    from: NOW + hours * HOUR,
    to: NOW + (hours + 1) * HOUR,
    ...more,
  });
  const records = [
    planned('mnt_late', 60),
    planned('mnt_moved', 1),
    planned('mnt_moved', 50, { madeAt: NOW - HOUR, text: 'Later' }),
    planned('mnt_over', -1),
    planned('mnt_off', 3, { to: NOW + 3 * HOUR }),
    planned('mnt_short', 2, { madeAt: NOW - 45 * HOUR, components: ['api'] }),
    planned('mnt_going', -1, { to: NOW + 1 }),
    planned('mnt_a', 70),
    planned('mnt_b', 80),
  ];

  const { maintenance } = viewOf([], { records });

  assert.deepEqual(
    maintenance.map(({ id, announcedAt, isInTime, text }) => [id, announcedAt, isInTime, text]),
    [
      ['mnt_going', NOW - 72 * HOUR, true, 'New disks'],
      ['mnt_short', NOW - 45 * HOUR, false, 'New disks'],
      ['mnt_moved', NOW - 72 * HOUR, true, 'Later'],
      ['mnt_late', NOW - 72 * HOUR, true, 'New disks'],
      ['mnt_a', NOW - 72 * HOUR, true, 'New disks'],
    ],
  );
  assert.deepEqual(maintenance[1], {
    id: 'mnt_short',
    from: NOW + 2 * HOUR,
    to: NOW + 3 * HOUR,
    components: ['api'],
    text: 'New disks',
    announcedAt: NOW - 45 * HOUR,
    isInTime: false,
  });
});

test('an incident is shown with what was said, under its own title or a made one', () => {
  const said = (step: string) => ({
    incident: 'inc_1',
    madeAt: 3,
    step,
    text: 'We look.',
    name: 'Ada',
  });
  const history = {
    updates: (id: string) =>
      id === 'inc_1' ? [said('identified'), said('of a later release')] : [],
  } as unknown as History;
  const { title, updates, isMadeByProbe, ...row } = incident;

  assert.deepEqual(incidentView(history, { ...row, title }), {
    ...incident,
    updates: [{ madeAt: 3, step: 'identified', text: 'We look.', name: 'Ada' }],
  });
  const parts = ['ingest-http', 'web', 'hasOwnProperty'];
  const made = (isOutage: boolean) =>
    incidentView(history, { ...row, id: 'inc_2', title: '', components: parts, isOutage });
  assert.equal(made(true).title, 'Outage: HTTP ingest, Web app, hasOwnProperty');
  assert.equal(made(false).title, 'Degraded: HTTP ingest, Web app, hasOwnProperty');
  assert.equal(made(false).isMadeByProbe, true);
  assert.deepEqual([updates, isMadeByProbe, namesOf([])], [[], false, '']);
});
