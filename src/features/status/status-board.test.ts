import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakeTarget, reply } from '../../../test/support/status/fake-target.ts';
import {
  fakeProbeTime,
  fillHistory,
  newFolder,
  startStatusPage,
} from '../../../test/support/status/status-under-test.ts';
import { silentLog } from '../../base/log.ts';
import { type History, HistoryUnwritable } from '../../engines/history/history.ts';
import { openSqliteHistory } from '../../engines/history/sqlite/open-sqlite-history.ts';
import { LIMITS } from '../../spec/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../spec/units.ts';
import { askPeers, minutesJson, readMinutes } from './peers.ts';
import { GOOD, none } from './round/judge-answer.ts';
import { publishToFolder } from './publish.ts';
import { runRound } from './round/run-round.ts';
import { createBoard } from './status-board.ts';

const START = Date.UTC(2026, 10, 16, 12);
const FIRST = START / MINUTE_MS;
const slow = { alerts: async () => GOOD, storedLogs: () => GOOD };

function boardOn(history: History, clock: { now: number }, errors: string[] = []) {
  const log = { ...silentLog, error: (_: object, message: string) => void errors.push(message) };
  const facts = { placeName: 'here', peers: ['https://b.example'], url: 'https://s.example' };
  return createBoard({ history, log, now: () => clock.now, ...facts });
}

test('a full disk: the page goes on, the operator is told, and the minutes are kept once there is room', async (t) => {
  const history = openSqliteHistory(join(newFolder(t), 'history.sqlite'));
  let isFull = true;
  const full = <A extends unknown[]>(work: (...args: A) => void) => {
    return (...args: A): void => {
      if (isFull) throw new HistoryUnwritable(new Error('SQLITE_FULL'));
      work(...args);
    };
  };
  const flaky: History = {
    ...history,
    addMinutes: full(history.addMinutes.bind(history)),
    addLine: full(history.addLine.bind(history)),
    addIncident: full(history.addIncident.bind(history)),
    setDay: full(history.setDay.bind(history)),
    [Symbol.dispose]: () => history[Symbol.dispose](),
  };
  const clock = { now: START };
  const errors: string[] = [];
  const board = boardOn(flaky, clock, errors);
  const fake = fakeTarget();
  const round = await runRound(fake.needs, fake.target, slow);
  for (let minute = 0; minute < 3; minute += 1) {
    board.addRound(FIRST + minute, round);
    clock.now += MINUTE_MS;
  }

  const view = board.refresh();

  assert.equal(view.state, 'operational');
  assert.equal(view.components[0]?.minutes.up, 3);
  assert.match(view.notices.join(), /can't write its history/);
  assert.deepEqual(errors, ['probe history not writable'], 'told once, not each minute');
  assert.equal(history.minutes('own', 0).length, 0);
  isFull = false;
  board.addRound(FIRST + 3, round);
  assert.equal(history.minutes('own', 0).length, 4);
  assert.deepEqual(board.refresh().notices, []);
  history[Symbol.dispose]();
});

test('no more minutes wait for the disk than a day has', async (t) => {
  using history = openSqliteHistory(join(newFolder(t), 'history.sqlite'));
  let isFull = true;
  const flaky: History = {
    ...history,
    addMinutes: (...args) => {
      if (isFull) throw new HistoryUnwritable(new Error('SQLITE_FULL'));
      history.addMinutes(...args);
    },
    [Symbol.dispose]: () => {},
  };
  const board = boardOn(flaky, { now: START });
  const fake = fakeTarget();
  const round = { ...(await runRound(fake.needs, fake.target, slow)), written: [] };
  const max = LIMITS.status.unwrittenMinutesMax;
  for (let minute = 0; minute < max + 5; minute += 1) board.addRound(FIRST + minute, round);

  isFull = false;
  board.addRound(FIRST + max + 5, round);

  assert.equal(history.minutes('own', 0).length, max);
});

test('a refused key is no data, the operator and the readers are told, the others go on', async (t) => {
  using history = openSqliteHistory(join(newFolder(t), 'history.sqlite'));
  const errors: string[] = [];
  const clock = { now: START };
  const board = boardOn(history, clock, errors);
  const fake = fakeTarget();
  fake.instead.set('/api/v1/logs', () => reply(401, { code: 'API_KEY_INVALID' }));

  board.addRound(FIRST, await runRound(fake.needs, fake.target, slow));
  const view = board.refresh();

  const [api, http] = view.components;
  assert.deepEqual(
    [api?.state, http?.state, http?.reason],
    ['operational', 'no_data', 'key_refused'],
  );
  assert.match(view.notices.join(), /rejects credentials/);
  assert.deepEqual(errors, ['the platform refuses a credential of the probe']);
  assert.equal(http?.minutes.down, 0);
});

test('clocks that differ by more than two seconds are shown', async (t) => {
  using history = openSqliteHistory(join(newFolder(t), 'history.sqlite'));
  const board = boardOn(history, { now: START });
  const fake = fakeTarget();
  const round = await runRound(fake.needs, fake.target, slow);
  const { skewMsShown } = LIMITS.status;

  board.addRound(FIRST - 1, { ...round, skewMs: skewMsShown });
  assert.deepEqual(board.refresh().notices, []);
  board.addRound(FIRST, { ...round, skewMs: -skewMsShown - 600 });

  assert.match(board.refresh().notices.join(), /3 s behind/);
});

test('a clock that jumps ahead leaves a gap, and one that jumps back changes nothing that was seen', async (t) => {
  using history = openSqliteHistory(join(newFolder(t), 'history.sqlite'));
  const clock = { now: START };
  const board = boardOn(history, clock);
  const fake = fakeTarget();
  const good = await runRound(fake.needs, fake.target, slow);
  fake.instead.set('/health', () => reply(500, {}));
  const bad = await runRound(fake.needs, fake.target, slow);

  board.addRound(FIRST, good);
  clock.now += 61 * MINUTE_MS;
  board.addRound(FIRST + 60, good);
  assert.equal(board.refresh().components[0]?.minutes.up, 2);
  clock.now = START;
  assert.equal(board.hasMinute(FIRST), true);
  board.addRound(FIRST, bad);

  assert.equal(board.refresh().components[0]?.minutes.down, 0);
  assert.equal(history.minutes('own', 0)[0]?.results[0], 'u');
});

test('what is known survives a restart: two hours of silence are a gap, uptime stays, coverage falls', async (t) => {
  const folder = newFolder(t);
  const page = await startStatusPage(t, {
    folder,
    prepare: (history, now) => fillHistory(history, now, () => 'uuuuuuuu'),
  });
  const before = await statusOf(page.url);
  await page.stop();
  page.clock.advance(120 * MINUTE_MS);

  const again = await startStatusPage(t, { folder, clock: page.clock });

  const after = await statusOf(again.url);
  assert.deepEqual(
    [before.components[0]?.state, after.components[0]?.state],
    ['operational', 'no_data'],
  );
  assert.equal(after.components[0]?.uptime, before.components[0]?.uptime);
  assert.ok((after.components[0]?.coverage ?? 1) < (before.components[0]?.coverage ?? 0));
  assert.ok((after.components[0]?.minutes.none ?? 0) >= 119);
});

interface Told {
  readonly components: {
    state: string;
    uptime: number;
    coverage: number;
    minutes: { none: number };
  }[];
}

async function statusOf(url: string): Promise<Told> {
  return (await (await fetch(`${url}/status.json`)).json()) as Told;
}

test('two places: a tie is down, and what a peer says is read with care', async (t) => {
  using history = openSqliteHistory(join(newFolder(t), 'history.sqlite'));
  const clock = { now: START + MINUTE_MS };
  const board = boardOn(history, clock);
  const fake = fakeTarget();
  board.addRound(FIRST, await runRound(fake.needs, fake.target, slow));
  const peer = 'https://b.example';
  const reported = (minutes: unknown, place: unknown = '<script>') =>
    JSON.stringify({ place, minutes });
  const answers = [
    '<html>',
    '[]',
    reported([[FIRST, 'd'.repeat(8)]], 7),
    reported([
      [FIRST, '<b>'],
      [FIRST + 10, 'dddddddd'],
      [FIRST - LIMITS.status.peerMs / MINUTE_MS - 1, 'dddddddd'],
      ['x'],
      7,
    ]),
  ];
  for (const text of answers) {
    await askPeers(async () => reply(200, text), board, [peer], clock.now);
    assert.equal(board.refresh().components[0]?.minutes.down, 0, text);
  }

  await askPeers(async () => reply(200, reported([[FIRST, 'duuuuuuu']])), board, [peer], clock.now);

  const view = board.refresh();
  assert.equal(view.components[0]?.minutes.down, 1);
  assert.deepEqual(view.places, ['here', '<script>']);
  const own = readMinutes(minutesJson(board, 'here', clock.now), clock.now);
  assert.deepEqual(
    own?.minutes.map(({ minute, results }) => [minute, results]),
    [[FIRST, 'uuuuuuuu']],
  );
});

test('outages open one incident and end it, without a word of a person', async (t) => {
  using history = openSqliteHistory(join(newFolder(t), 'history.sqlite'));
  const clock = { now: START };
  const board = boardOn(history, clock);
  const fake = fakeTarget();
  const good = await runRound(fake.needs, fake.target, slow);
  const all = { result: 'down', reason: 'unreachable' } as const;
  const bad = { ...good, checks: { ...good.checks, api: all, search: all } };
  const states: string[] = [];
  for (const [minute, round] of [good, good, bad, bad, good, good, good].entries()) {
    clock.now = START + minute * MINUTE_MS;
    board.addRound(FIRST + minute, round);
    states.push(board.refresh().state);
  }

  assert.equal(
    states.join(' '),
    'operational operational degraded outage outage outage operational',
  );
  const [incident, ...others] = board.incidents(1);
  assert.deepEqual(others, []);
  assert.equal(incident?.title, 'Outage: API, Search');
  assert.equal(incident.closedAt, START + 6 * MINUTE_MS);
});

test('sums of days are kept, and what is old goes', async (t) => {
  const { minuteDaysMax, sumDaysMax, incidentMsMax } = LIMITS.status;
  using history = openSqliteHistory(join(newFolder(t), 'history.sqlite'));
  const minutes = { httpMs: null, otlpMs: null, searchMs: null, serverMs: null };
  const row = { results: 'uuuuuuuu', reasons: '', ...minutes };
  history.addMinutes('own', [
    { ...row, minute: FIRST - minuteDaysMax * 1_440 - 1 },
    { ...row, minute: FIRST - minuteDaysMax * 1_440 },
  ]);
  const sums = { component: 'api', up: 1, slow: 0, down: 0, maintenance: 0, none: 0 };
  const oldest = new Date(START - sumDaysMax * DAY_MS).toISOString().slice(0, 10);
  const older = new Date(START - (sumDaysMax + 1) * DAY_MS).toISOString().slice(0, 10);
  history.setDay({ day: oldest, ...sums });
  history.setDay({ day: older, ...sums });
  const facts = { title: 'x', components: ['api'], isOutage: true, openedAt: 0 };
  history.addIncident({ id: 'inc_a', ...facts, closedAt: START - incidentMsMax });
  history.addIncident({ id: 'inc_b', ...facts, closedAt: START - incidentMsMax - 1 });

  boardOn(history, { now: START }).refresh();

  assert.equal(history.minutes('own', 0).length, 1);
  const days = history.days().map(({ day }) => day);
  assert.ok(days.includes(oldest) && days.includes('2026-11-16') && !days.includes(older));
  assert.equal(history.countIncidents(), 1);
});

test('the page is written into a folder, whole, with a page for each incident', async (t) => {
  const folder = join(newFolder(t), 'public');
  const page = await startStatusPage(t, {
    publish: publishToFolder(folder),
    prepare: (history, now) => {
      const facts = { title: 'Late', components: ['api'], isOutage: true };
      history.addIncident({ id: 'inc_1', ...facts, openedAt: now, closedAt: now });
    },
  });
  await page.stop();
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

  assert.match(read('index.html'), /href="incidents\/inc_1\.html"/);
  assert.doesNotMatch(read('index.html'), /<form/);
  assert.match(read('incidents/inc_1.html'), /Late/);
  assert.ok(JSON.parse(read('status.json')));
});

test('a timer that wakes early costs no minute: each is looked at once, also while one is under way', async (t) => {
  let looks = 0;
  const server = createServer((request) => void (looks += Number(request.url === '/health')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { ingestKey: 'a', readKey: 'b', token: 'c', alertRule: undefined, controls: [] };
  const clock = fakeProbeTime();
  const early = {
    ...clock,
    sleep: (ms: number, signal: AbortSignal) => clock.sleep(ms > 1_000 ? ms - 1 : 1_000, signal),
  };
  await startStatusPage(t, { clock: early, settings: { target: { url, ...keys } } });
  // A look begins when the machine finds time for it; one too many would come at once.
  const looked = async (count: number): Promise<number> => {
    for (let tries = 0; looks < count && tries < 1_500; tries += 1) await sleep(10);
    await sleep(200);
    return looks;
  };
  assert.equal(await looked(1), 1);

  clock.advance(MINUTE_MS - 1);
  await sleep(1_000);
  assert.equal(await looked(1), 1, 'still the same minute');
  clock.advance(1_000);

  assert.equal(await looked(2), 2);
});

test('a platform that never answers does not keep the page from closing', async (t) => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = { ingestKey: 'a', readKey: 'b', token: 'c', alertRule: undefined, controls: [] };
  const page = await startStatusPage(t, { settings: { target: { url, ...target } } });

  assert.equal((await page.get('/')).status, 200);
  assert.equal(none('not_set_up').result, 'none');
  await page.stop();
});
