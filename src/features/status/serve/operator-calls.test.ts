import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openTestHistory } from '../../../../test/support/status/open-test-history.ts';
import { silentLog } from '../../../base/log.ts';
import { openMemoryCounters } from '../../../engines/counters/memory/open-memory-counters.ts';
import { HistoryUnwritable } from '../../../engines/history/history.ts';
import { createBoard } from '../status-board.ts';
import type { StatusEvent } from '../webhooks/status-event.ts';
import { answerOperator, isOperator } from './operator-calls.ts';
import type { StatusNeeds } from './status-needs.ts';

const start = Date.UTC(2026, 11, 1, 12);
const hour = 3_600_000;
const maintenance = {
  from: '2026-12-03T12:00:00Z',
  to: '2026-12-03T14:00:00Z',
  components: ['api', 'search'],
  text: 'New disks',
  name: 'Ada',
};
const incident = {
  title: 'Slow searches',
  components: ['search'],
  outage: true,
  step: 'investigating',
  text: 'We look.',
  name: 'Ada',
};
const update = { step: 'monitoring', text: 'It works again.', name: 'Ben' };

function prepare(t: TestContext) {
  const history = openTestHistory(t);
  const clock = { now: start };
  const now = (): number => clock.now;
  const url = 'https://status.example.com';
  const log = silentLog;
  const board = createBoard({ history, log, now, placeName: 'here', peers: [], url });
  const told: { subject: string; text: string; event: StatusEvent }[] = [];
  const state = { isWritable: true, refreshed: 0 };
  const needs: StatusNeeds = {
    board: {
      ...board,
      write: (work) =>
        board.write((to) => {
          if (!state.isWritable) throw new HistoryUnwritable(undefined);
          work(to);
        }),
      tell: (words, event) => void told.push({ ...words, event: event(history) }),
    },
    history,
    counters: openMemoryCounters({ clock: { now }, limits: LIMITS.counters }),
    log,
    now,
    refresh: () => void (state.refreshed += 1),
    files: () => new Map(),
    settings: { url, placeName: 'here', adminToken: 't', trustedProxies: [], ratePerMinute: 0 },
  };
  const call = (method: string, path: string, body?: unknown) => ask(needs, method, path, body);
  return { history, clock, told, state, call };
}

async function ask(needs: StatusNeeds, method: string, path: string, body?: unknown) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url: path });
  request.push(typeof body === 'string' ? body : JSON.stringify(body ?? null));
  request.push(null);
  const response = new ServerResponse(request);
  let text = '';
  response.end = ((chunk: string) => {
    text = chunk;
    return response;
  }) as typeof response.end;
  await answerOperator(needs, request, response, path);
  const answer = JSON.parse(text) as { data?: Record<string, unknown>; details?: unknown };
  return { status: response.statusCode, ...answer };
}

const missing = { status: 404, error: 'Not found.', code: 'NOT_FOUND' };
const unwritable = {
  status: 503,
  error: "The probe can't write to its disk. Nothing was changed.",
  code: 'STORAGE_UNAVAILABLE',
};
const refused = { status: 400, error: 'Invalid input.', code: 'VALIDATION_ERROR' };

for (const [header, token, isThem] of [
  ['Bearer secret', 'secret', true],
  ['Bearer secret2', 'secret', false],
  ['Bearer ', 'secret', false],
  ['secret', 'secret', false],
  [undefined, 'secret', false],
  ['Bearer undefined', undefined, false],
] as const) {
  test(`“${header}” is ${isThem ? '' : 'not '}the operator whose token is ${token}`, () => {
    const request = new IncomingMessage(new Socket());
    if (header !== undefined) request.headers.authorization = header;
    assert.equal(isOperator(request, token), isThem);
  });
}

test('maintenance is announced, kept and told', async (t) => {
  const { call, history, told, state } = prepare(t);

  const answer = await call('POST', '/api/maintenance', maintenance);

  const id = String(answer.data?.['id']);
  assert.match(id, /^mnt_\w{12}$/);
  const data = { id, madeAt: '2026-12-01T12:00:00.000Z', isInTime: true };
  assert.deepEqual(answer, { status: 201, data });
  const record = {
    id,
    madeAt: start,
    from: start + 48 * hour,
    to: start + 50 * hour,
    components: ['api', 'search'],
    text: 'New disks',
    name: 'Ada',
  };
  assert.deepEqual(history.maintenance(0), [record]);
  assert.equal(state.refreshed, 1);
  const [{ event, ...words } = { event: undefined }, ...others] = told;
  assert.deepEqual(words, {
    subject: 'Maintenance: API, Search',
    text: '3 Dec 2026, 12:00 UTC to 3 Dec 2026, 14:00 UTC\nAPI, Search\n\nNew disks',
  });
  assert.equal(event?.type, 'maintenance.announced');
  assert.deepEqual(event.data, {
    maintenance: {
      id,
      components: ['api', 'search'],
      text: 'New disks',
      isInTime: true,
      from: '2026-12-03T12:00:00.000Z',
      to: '2026-12-03T14:00:00.000Z',
      announcedAt: '2026-12-01T12:00:00.000Z',
    },
    url: 'https://status.example.com/',
  });
  assert.deepEqual(others, []);
});

test('less than 48 hours ahead is not in time', async (t) => {
  const { call, clock } = prepare(t);
  clock.now += 1;
  const { data } = await call('POST', '/api/maintenance', maintenance);
  assert.equal(data?.['isInTime'], false);
});

test('a change of maintenance is a further record', async (t) => {
  const { call, history, told, clock } = prepare(t);
  const { data } = await call('POST', '/api/maintenance', maintenance);
  const path = `/api/maintenance/${String(data?.['id'])}`;
  clock.now += hour;
  const longer = { ...maintenance, to: '2026-12-03T15:00:00Z' };

  assert.equal((await call('POST', path, longer)).data?.['id'], data?.['id']);

  assert.deepEqual(
    history.maintenance(0).map(({ madeAt, to }) => [madeAt - start, to - start]),
    [
      [0, 50 * hour],
      [hour, 51 * hour],
    ],
  );
  assert.equal(told[1]?.event.type, 'maintenance.changed');
  const wrong = await call('POST', path, { ...longer, cancel: false });
  const details = [{ path: 'cancel', message: 'Unknown field.' }];
  assert.deepEqual(wrong, { ...refused, details });
});

for (const [name, afterHours, end] of [
  ['before it begins', 1, 48],
  ['while it goes on', 49, 49],
  ['after its end', 60, 50],
] as const) {
  test(`maintenance that is cancelled ${name} is over`, async (t) => {
    const { call, history, told, clock, state } = prepare(t);
    const { data } = await call('POST', '/api/maintenance', maintenance);
    const id = String(data?.['id']);
    clock.now += afterHours * hour;

    const answer = await call('POST', `/api/maintenance/${id}`, { cancel: true, name: ' Ben ' });

    const to = start + end * hour;
    assert.deepEqual(answer, { status: 200, data: { id, to: new Date(to).toISOString() } });
    const last = history.maintenance(0).at(-1);
    assert.deepEqual([last?.to, last?.name, last?.madeAt], [to, 'Ben', clock.now]);
    assert.equal(state.refreshed, 2);
    assert.equal(told.length, 2);
    assert.deepEqual(
      [told[1]?.subject, told[1]?.text, told[1]?.event.type],
      [
        'Maintenance ended: API, Search',
        'API, Search: the announced maintenance was cancelled or has ended.',
        'maintenance.ended',
      ],
    );
  });
}

test('whoever cancels says their name', async (t) => {
  const { call, history } = prepare(t);
  const { data } = await call('POST', '/api/maintenance', maintenance);
  const cancel = (name: unknown) =>
    call('POST', `/api/maintenance/${String(data?.['id'])}`, { cancel: true, name });
  const details = [{ path: 'name', message: "Expected a person's name." }];
  for (const name of [undefined, ' ', 7, 'x'.repeat(121)]) {
    assert.deepEqual(await cancel(name), { ...refused, details });
  }
  assert.equal(history.maintenance(0).length, 1);
  assert.equal((await cancel('x'.repeat(120))).status, 200);
});

test('an incident is opened, told, and listed', async (t) => {
  const { call, history, told, state } = prepare(t);

  const answer = await call('POST', '/api/incidents', incident);

  const id = String(answer.data?.['id']);
  assert.match(id, /^inc_\w{12}$/);
  assert.deepEqual(answer, { status: 201, data: { id } });
  assert.deepEqual(history.incident(id), {
    id,
    title: 'Slow searches',
    components: ['search'],
    isOutage: true,
    openedAt: start,
    closedAt: null,
  });
  assert.deepEqual(history.updates(id), [
    { incident: id, madeAt: start, step: 'investigating', text: 'We look.', name: 'Ada' },
  ]);
  assert.equal(state.refreshed, 1);
  assert.deepEqual(
    [told.length, told[0]?.subject, told[0]?.text, told[0]?.event.type],
    [1, 'Slow searches', 'Search\n\nWe look.', 'incident.opened'],
  );
  const list = await call('GET', '/api/incidents');
  assert.equal(list.status, 200);
  assert.deepEqual(
    (list.data as unknown as { id: string }[]).map((each) => each.id),
    [id],
  );
});

test('an incident that is over already is closed at once', async (t) => {
  const { call, history, told } = prepare(t);
  const { data } = await call('POST', '/api/incidents', { ...incident, step: 'resolved' });
  assert.equal(history.incident(String(data?.['id']))?.closedAt, start);
  assert.equal(told[0]?.event.type, 'incident.closed');
});

test('an update is added, and “resolved” closes', async (t) => {
  const { call, history, told, clock, state } = prepare(t);
  const { data } = await call('POST', '/api/incidents', incident);
  const id = String(data?.['id']);
  const path = `/api/incidents/${id}/updates`;
  clock.now += hour;

  assert.deepEqual(await call('POST', path, update), { status: 201, data: { id } });
  assert.deepEqual(history.updates(id)[1], { incident: id, madeAt: start + hour, ...update });
  assert.equal(history.incident(id)?.closedAt, null);
  assert.deepEqual(
    [told[1]?.subject, told[1]?.text, told[1]?.event.type],
    ['monitoring: Slow searches', 'It works again.', 'incident.updated'],
  );
  await call('POST', path, { ...update, step: 'resolved' });
  assert.equal(history.incident(id)?.closedAt, start + hour);
  assert.equal(told[2]?.event.type, 'incident.closed');
  clock.now += hour;
  await call('POST', path, { ...update, step: 'resolved' });
  assert.equal(history.incident(id)?.closedAt, start + hour, 'once');
  assert.equal(told[3]?.event.type, 'incident.updated');
  assert.equal(state.refreshed, 4);
});

test('what the probe opened is not closed by people', async (t) => {
  const { call, history, told } = prepare(t);
  const own = { id: 'inc_own', title: '', components: ['api'], isOutage: false };
  history.addIncident({ ...own, openedAt: start, closedAt: null });
  await call('POST', '/api/incidents/inc_own/updates', { ...update, step: 'resolved' });
  assert.equal(history.incident('inc_own')?.closedAt, null);
  assert.equal(told[0]?.subject, 'resolved: Degraded: API');
  assert.equal(told[0].event.type, 'incident.updated');
});

test('an incident has at most 100 updates', async (t) => {
  const { call, history } = prepare(t);
  const { data } = await call('POST', '/api/incidents', incident);
  const id = String(data?.['id']);
  for (let i = 2; i < 100; i += 1) {
    history.addUpdate({ incident: id, madeAt: start + i, ...update });
  }
  assert.equal((await call('POST', `/api/incidents/${id}/updates`, update)).status, 201);
  assert.deepEqual(await call('POST', `/api/incidents/${id}/updates`, update), {
    ...refused,
    details: [{ path: '', message: 'An incident can have at most 100 updates.' }],
  });
});

test('a subject is cut to the length of a mail’s', async (t) => {
  const { call, told } = prepare(t);
  const components = ['api', 'ingest-http', 'ingest-otlp', 'search', 'evaluation', 'alerts', 'web'];
  await call('POST', '/api/incidents', { ...incident, title: 'x'.repeat(120) });
  await call('POST', '/api/maintenance', { ...maintenance, components });
  assert.ok(told.every(({ subject }) => subject.length <= 200));
});

for (const [method, path] of [
  ['GET', '/api/maintenance'],
  ['GET', '/api/incidents/inc_1'],
  ['PUT', '/api/incidents'],
  ['POST', '/api/moon'],
  ['POST', '/api/moon/inc_1/updates'],
  ['POST', '/api/maintenance/mnt_2'],
  ['POST', '/api/maintenance/mnt_1/updates'],
  ['POST', '/api/incidents/inc_1'],
  ['POST', '/api/incidents/inc_1/moon'],
  ['POST', '/api/incidents/inc_2/updates'],
  ['POST', '/api/incidents/inc_1/updates/1'],
] as const) {
  test(`${method} ${path} is not there`, async (t) => {
    const { call, told, history } = prepare(t);
    const { from, to } = { from: start, to: start + hour };
    history.appendMaintenance({ ...maintenance, id: 'mnt_1', madeAt: start, from, to });
    const { title, components, outage: isOutage } = incident;
    const known = { title, components, isOutage, openedAt: start, closedAt: null };
    history.addIncident({ ...known, id: 'inc_1' });
    const body = path.startsWith('/api/maintenance') ? maintenance : update;
    assert.deepEqual(await call(method, path, body), missing);
    assert.deepEqual(told, []);
  });
}

test('what cannot be read is refused, and nothing is kept or told', async (t) => {
  const { call, history, told, state } = prepare(t);
  const { data } = await call('POST', '/api/incidents', incident);
  const updates = `/api/incidents/${String(data?.['id'])}/updates`;
  for (const path of ['/api/maintenance', '/api/incidents', updates]) {
    const answer = await call('POST', path, '{');
    assert.equal(answer.status, 400, path);
    assert.deepEqual((answer.details as unknown[])[0], {
      path: '',
      message: 'Expected a JSON object.',
    });
  }
  assert.equal(history.countIncidents(), 1);
  assert.deepEqual([told.length, state.refreshed], [1, 1]);
});

test('what the disk does not take is not told', async (t) => {
  const { call, told, state } = prepare(t);
  const [first, second] = [
    await call('POST', '/api/incidents', incident),
    await call('POST', '/api/maintenance', maintenance),
  ];
  state.isWritable = false;
  for (const [path, body] of [
    ['/api/maintenance', maintenance],
    [`/api/maintenance/${String(second.data?.['id'])}`, maintenance],
    [`/api/maintenance/${String(second.data?.['id'])}`, { cancel: true, name: 'Ben' }],
    ['/api/incidents', incident],
    [`/api/incidents/${String(first.data?.['id'])}/updates`, update],
  ] as const) {
    assert.deepEqual(await call('POST', path, body), unwritable, path);
  }
  assert.deepEqual([told.length, state.refreshed], [2, 2]);
});
