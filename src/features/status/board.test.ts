/** What the probe knows, keeps, tells and forgets, without a network. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTestHistory } from '../../../test/support/status/open-test-history.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { type History, HistoryUnwritable, type MinuteRow } from '../../engines/history/history.ts';
import { filesToPublish, renderAll } from './render-all.ts';
import type { Checks, Round } from './round/run-round.ts';
import { type BoardNeeds, createBoard } from './status-board.ts';
import { tidyHistory } from './tidy-history.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const NOW = Date.UTC(2026, 10, 16, 12);
const CURRENT = NOW / MINUTE_MS;
const URL = 'https://status.example.com';
const NO_LATENCIES = { httpMs: null, otlpMs: null, searchMs: null, serverMs: null };

function open(t: TestContext, more: Partial<BoardNeeds> = {}) {
  const history = openTestHistory(t);
  const clock = { now: NOW };
  const now = (): number => clock.now;
  const logged: unknown[] = [];
  const note = (fields: object, message: string): void => void logged.push([message, fields]);
  const log: Log = { ...silentLog, warn: note, error: note };
  const needs: BoardNeeds = { history, log, now, placeName: 'here', peers: [], url: URL, ...more };
  return { history, clock, now, logged, log, needs, board: createBoard(needs) };
}

function minuteOf(minute: number, results = 'uuuuuuuu'): MinuteRow {
  return { minute, results, reasons: '', ...NO_LATENCIES };
}

const UP = { result: 'up' } as const;
const ALL_UP: Checks = {
  api: UP,
  'ingest-http': UP,
  'ingest-otlp': UP,
  search: UP,
  evaluation: UP,
  alerts: UP,
  web: UP,
  'stored-logs': UP,
};

function roundOf(checks: Partial<Checks> = {}, more: Partial<Round> = {}): Round {
  const whole = { ...ALL_UP, ...checks };
  return { checks: whole, latencies: NO_LATENCIES, written: [], skewMs: undefined, ...more };
}

test('a round is kept once, with the lines that it wrote', (t) => {
  const { board, history, logged } = open(t);
  const line = { endpoint: 'http', nonce: 'n1', text: 'a', writtenAt: NOW, check: UP } as const;
  const accepted = { at: 1, elapsedMs: 1 };
  const written = [
    { ...line, accepted, skewMs: undefined },
    { ...line, nonce: 'n2', accepted: undefined, skewMs: undefined },
  ];

  assert.equal(board.hasMinute(CURRENT), false);
  board.addRound(CURRENT, roundOf({}, { written }));
  board.addRound(CURRENT, roundOf({ api: { result: 'down' } }, { written: [] }));

  assert.equal(board.hasMinute(CURRENT), true);
  assert.deepEqual(
    board.ownMinutes(CURRENT).map(({ results }) => results),
    ['uuuuuuuu'],
  );
  assert.deepEqual(board.ownMinutes(CURRENT + 1), []);
  assert.deepEqual(
    history.lines(NOW, NOW + 1).map(({ nonce, isAccepted }) => [nonce, isAccepted]),
    [
      ['n1', true],
      ['n2', false],
    ],
  );
  assert.deepEqual(logged, []);
});

test('a refused key and a wrong clock are told', (t) => {
  const { board, logged } = open(t);
  const refused = { result: 'none', reason: 'key_refused' } as const;

  board.addRound(CURRENT, roundOf({ search: refused }, { skewMs: 5_000 }));

  assert.deepEqual(logged, [['the platform refuses a credential of the probe', {}]]);
  assert.deepEqual(
    board.refresh().notices.map((each) => each.slice(0, 40)),
    ['The platform rejects credentials of this', "The platform's clock is 5 s ahead of thi"],
  );
});

test('what another place saw counts, and is kept once', (t) => {
  const { board, history } = open(t, { peers: ['https://b.example'] });
  const rows = [minuteOf(CURRENT - 1), minuteOf(CURRENT)];

  board.addPeerMinutes('https://b.example', 'there', rows);
  board.addPeerMinutes('https://b.example', 'there', rows);

  assert.equal(history.minutes('peer:https://b.example', 0).length, 2);
  const { places, lookedAt } = board.refresh();
  assert.deepEqual([places, lookedAt], [['here', 'there'], NOW]);
  assert.equal(board.hasMinute(CURRENT), false);
});

test('minutes of 31 days are read when it starts, those of its peers too', (t) => {
  const { history, needs } = open(t);
  const oldest = CURRENT - 31 * 1_440;
  history.addMinutes('own', [minuteOf(oldest - 1), minuteOf(oldest)]);
  history.addMinutes('peer:b', [minuteOf(CURRENT - 5)]);
  history.addMinutes('peer:c', [minuteOf(CURRENT - 2)]);

  const board = createBoard({ ...needs, peers: ['b'] });

  assert.deepEqual([board.hasMinute(oldest - 1), board.hasMinute(oldest)], [false, true]);
  assert.equal(board.refresh().lookedAt, (CURRENT - 5) * MINUTE_MS);
});

test('a failure opens one incident, which includes later failures and closes when all components are well', (t) => {
  const webhooks = { urls: ['https://hook.example'], key: 'whsec_x' };
  const { board, history, clock, logged } = open(t, { webhooks });
  history.setSubscriber({ id: 'a', address: 'a@example.com', askedAt: 0, isConfirmed: true });
  const add = (checks: Partial<Checks>) => {
    board.addRound(Math.floor(clock.now / MINUTE_MS), roundOf(checks));
    const { incidents, state } = board.refresh();
    clock.now += MINUTE_MS;
    const [own] = incidents;
    return [state, own?.title, own?.closedAt ?? null];
  };
  const down = { result: 'down', reason: 'refused' } as const;

  assert.deepEqual(add({ web: down }), ['degraded', 'Degraded: Web app', null]);
  assert.deepEqual(add({ web: down }), ['degraded', 'Outage: Web app', null]);
  assert.deepEqual(add({ web: down, api: down }), ['degraded', 'Outage: Web app, API', null]);
  assert.deepEqual(add({ web: down, api: down }), ['outage', 'Outage: Web app, API', null]);
  add({});
  add({});
  assert.deepEqual(add({}), ['operational', 'Outage: Web app, API', NOW + 6 * MINUTE_MS]);

  const mails = history.dueMails(clock.now, 10);
  assert.deepEqual(
    mails.map(({ subject, text }) => [subject, text.split('\n')[0]]),
    [
      ['Degraded: Web app', 'Web app: failing checks.'],
      ['Outage: Web app', 'Web app: failing checks.'],
      ['Outage: Web app, API', 'Web app, API: failing checks.'],
      ['Resolved: Web app, API', 'Web app, API: operational again.'],
    ],
  );
  const calls = history.dueCalls(clock.now, 10);
  const [first] = calls.map(({ body }) => JSON.parse(body) as { timestamp: string });
  assert.equal(first?.timestamp, '2026-11-16T12:00:00.000Z');
  assert.deepEqual(
    calls.map(({ url, body }) => [url, (JSON.parse(body) as { type: string }).type]),
    ['opened', 'updated', 'updated', 'closed'].map((each) => [
      'https://hook.example',
      `incident.${each}`,
    ]),
  );
  assert.deepEqual(
    logged.map((each) => (each as unknown[])[0]),
    ['incident', 'incident', 'incident', 'incident'],
  );
});

test('incidents are read one by one, and fifty a page', (t) => {
  const { board, history } = open(t);
  const facts = { title: 'Slow', components: ['api'], isOutage: false, closedAt: NOW };
  for (let i = 0; i < 51; i += 1) {
    history.addIncident({ ...facts, id: `inc_${i}`, openedAt: NOW + i });
  }

  assert.deepEqual([board.incidents(1).length, board.incidents(1)[0]?.id], [50, 'inc_50']);
  assert.deepEqual(
    board.incidents(2).map(({ id }) => id),
    ['inc_0'],
  );
  assert.deepEqual([board.incident('inc_7')?.title, board.incident('inc_x')], ['Slow', undefined]);
  const { incidents, incidentCount } = board.refresh();
  assert.deepEqual([incidents.length, incidentCount], [10, 51]);
});

test('sums are kept, and what is old goes, once an hour', (t) => {
  const { board, history, clock } = open(t);
  const forgotten: unknown[] = [];
  t.mock.method(history, 'forget', (before: unknown) => forgotten.push(before));

  board.refresh();
  clock.now += 3_600_000 - 1;
  board.refresh();
  assert.equal(forgotten.length, 1);
  clock.now += 1;
  board.refresh();
  assert.equal(forgotten.length, 2);
  assert.deepEqual(forgotten[0], {
    minute: CURRENT - 31 * 1_440,
    day: '2025-10-12',
    lineAt: NOW - 8 * DAY_MS,
    incidentClosedAt: NOW - 400 * DAY_MS,
    unconfirmedAt: NOW - 2 * DAY_MS,
  });
});

test('the last three days of each part are summed', (t) => {
  const { board, history } = open(t);
  board.addRound(CURRENT, roundOf());
  const view = board.refresh();
  const days = history.days();

  assert.equal(days.length, 8 * 3);
  assert.deepEqual([...new Set(days.map(({ day }) => day))].toSorted(), [
    '2026-11-14',
    '2026-11-15',
    '2026-11-16',
  ]);
  const today = days.find(({ day, component }) => day === '2026-11-16' && component === 'api');
  assert.equal(today?.up, 1);
  const fewer = { ...view, components: view.components.slice(0, 1) };
  const kept: string[] = [];
  const only = { setDay: (row: { component: string }) => kept.push(row.component), forget() {} };
  tidyHistory(only as unknown as History, fewer, NOW);
  assert.deepEqual(kept, ['api', 'api', 'api']);
});

test('a demonstration says until when, and maintenance of the last days counts', (t) => {
  const { board, history } = open(t);
  const record = { components: ['api'], text: 'New disks', name: 'Ada' };
  const add = (id: string, madeAt: number, from: number, to: number) =>
    history.appendMaintenance({ id, madeAt, from, to, ...record });
  add('mnt_1', NOW - 9 * DAY_MS, NOW - MINUTE_MS, NOW + MINUTE_MS);
  add('mnt_2', NOW, NOW + DAY_MS, NOW + 2 * DAY_MS);

  assert.equal(board.refresh().demoUntil, null);
  history.setFact('demo_until', '17');
  const { demoUntil, maintenance, components } = board.refresh();
  assert.equal(demoUntil, 17);
  assert.deepEqual(
    maintenance.map(({ id, isInTime }) => [id, isInTime]),
    [
      ['mnt_1', true],
      ['mnt_2', false],
    ],
  );
  assert.equal(components[0]?.state, 'maintenance');
});

test('while the disk takes nothing the page goes on, and says so', (t) => {
  const { board } = open(t);
  const isKept = board.write(() => {
    throw new HistoryUnwritable(undefined);
  });

  assert.equal(isKept, false);
  assert.match(board.refresh().notices[0] ?? '', /^This probe can't write its history/);
  assert.throws(() => {
    board.write(() => {
      throw new TypeError('broken');
    });
  }, TypeError);
});

test('what people say is told to everybody who wants it', (t) => {
  const webhooks = { urls: ['https://hook.example'], key: 'whsec_x' };
  const { board, history } = open(t, { webhooks });
  const quiet = open(t);
  const event = () => ({ type: 'maintenance.announced', data: { a: 1 } }) as const;

  board.tell({ subject: 'New disks', text: 'Soon.' }, event);
  quiet.board.tell({ subject: 'New disks', text: 'Soon.' }, event);

  const [call, ...others] = history.dueCalls(NOW, 10);
  assert.deepEqual(
    [call?.url, call?.attempts, call?.madeAt, others],
    ['https://hook.example', 0, NOW, []],
  );
  assert.match(call?.id ?? '', /^msg_\w{22}$/);
  assert.equal(
    call?.body,
    '{"type":"maintenance.announced","timestamp":"2026-11-16T12:00:00.000Z","data":{"a":1}}',
  );
  assert.deepEqual([history.dueMails(NOW, 10), quiet.history.dueCalls(NOW, 10)], [[], []]);
});

test('the page comes in four forms, and as files for others to serve', (t) => {
  const { board, history } = open(t);
  const facts = { title: 'Slow', components: ['api'], isOutage: false };
  history.addIncident({ ...facts, id: 'inc_a', openedAt: NOW, closedAt: NOW });
  const view = board.refresh();

  const files = renderAll(view, board, URL);
  assert.deepEqual(
    [...files].map(([path, { type }]) => [path, type]),
    [
      ['/', 'text/html; charset=utf-8'],
      ['/status.json', 'application/json; charset=utf-8'],
      ['/feed.atom', 'application/atom+xml; charset=utf-8'],
      ['/badge.svg', 'image/svg+xml; charset=utf-8'],
    ],
  );
  const published = filesToPublish(view, board, URL);
  assert.deepEqual(
    [...published.keys()],
    [
      'index.html',
      'status.json',
      'feed.atom',
      'badge.svg',
      'incidents.html',
      'incidents/inc_a.html',
    ],
  );
  assert.match(String(files.get('/')?.body), /action="[^"]*subscribe"/);
  assert.doesNotMatch(published.get('index.html') ?? '', /action="[^"]*subscribe"/);
  assert.match(published.get('incidents.html') ?? '', /Slow/);
  assert.match(published.get('incidents/inc_a.html') ?? '', /Slow/);
  assert.ok(published.get('feed.atom')?.includes(`${URL}/incidents/inc_a.html`));
});
