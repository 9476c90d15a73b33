import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { startReceiver, type ReceivedCall } from '../../../../test/support/start-receiver.ts';
import { newFolder, startStatusPage } from '../../../../test/support/status/status-under-test.ts';
import { silentLog } from '../../../base/log.ts';
import { openSqliteHistory } from '../../../engines/history/sqlite/open-sqlite-history.ts';
import type { OutboundRequest } from '../../../engines/outbound/outbound.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { sendCalls } from './send-calls.ts';

const KEY_BYTES = Buffer.alloc(32, 7);
const KEY = `whsec_${KEY_BYTES.toString('base64')}`;
const NOWHERE = 'http://127.0.0.1:1';
/** Cut off, so that the probe has no incident of its own. */
const TARGET = {
  url: NOWHERE,
  ingestKey: undefined,
  readKey: undefined,
  token: undefined,
  alertRule: undefined,
  controls: [NOWHERE],
};
const WORDS = { title: 'Late', components: ['search'], text: 'We look.', name: 'Ada' };

async function start(t: TestContext, folder = newFolder(t)) {
  const receiver = await startReceiver(t);
  const webhooks = { urls: [`${receiver.url}/hook`], key: KEY };
  const page = await startStatusPage(t, { folder, settings: { webhooks, target: TARGET } });
  return { receiver, page, folder, webhooks };
}

/** Moves the clock of the probe in steps until so many calls came. */
async function untilCalls(
  { page, receiver }: Pick<Awaited<ReturnType<typeof start>>, 'page' | 'receiver'>,
  count: number,
): Promise<readonly ReceivedCall[]> {
  for (let tries = 0; tries < 1_500 && receiver.calls.length < count; tries += 1) {
    page.clock.advance(LIMITS.mail.everyMs);
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
  assert.equal(receiver.calls.length, count);
  return receiver.calls;
}

function bodyOf(call: ReceivedCall | undefined) {
  assert.ok(call !== undefined);
  return JSON.parse(call.body) as {
    type: string;
    timestamp: string;
    data: {
      url: string;
      incident?: { id: string; title: string; closedAt: string | null; updates: object[] };
      maintenance?: { id: string; from: string; to: string; isInTime: boolean };
    };
  };
}

/** Made from the specification, not from our code. */
function isSigned({ headers, body }: ReceivedCall, key = KEY_BYTES): boolean {
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const wanted = createHmac('sha256', key).update(content).digest('base64');
  return headers['webhook-signature'] === `v1,${wanted}`;
}

test('an incident is told when it begins, with each update, and when it ends, each signed', async (t) => {
  const reported = await start(t);
  const { page } = reported;
  const opened = await page.tell('/api/incidents', { ...WORDS, step: 'investigating' });
  const { id } = ((await opened.json()) as { data: { id: string } }).data;
  await untilCalls(reported, 1);
  for (const step of ['identified', 'resolved']) {
    await page.tell(`/api/incidents/${id}/updates`, { step, text: step, name: 'Ada Byron' });
    await untilCalls(reported, step === 'identified' ? 2 : 3);
  }

  const calls = reported.receiver.calls;
  const bodies = calls.map(bodyOf);
  assert.deepEqual(
    bodies.map(({ type, data }) => [type, data.incident?.id, data.incident?.updates.length]),
    [
      ['incident.opened', id, 1],
      ['incident.updated', id, 2],
      ['incident.closed', id, 3],
    ],
  );
  assert.deepEqual(
    bodies.map(({ data }) => data.incident?.closedAt === null),
    [true, true, false],
  );
  assert.equal(bodies[0]?.data.url, `${page.url}/incidents/${id}.html`);
  assert.equal(new Set(calls.map(({ headers }) => headers['webhook-id'])).size, 3);
  for (const call of calls) {
    assert.ok(isSigned(call));
    assert.ok(!isSigned(call, Buffer.alloc(32, 8)));
    assert.ok(!isSigned({ ...call, body: `${call.body} ` }));
    assert.ok(!/We look\.|Ada Byron/.test(String(call.headers['webhook-id'])));
  }
});

test('maintenance is told when it is announced, changed and ended', async (t) => {
  const reported = await start(t);
  const { page } = reported;
  const from = page.clock.now() + 60 * HOUR_MS;
  const record = {
    from: new Date(from).toISOString(),
    to: new Date(from + HOUR_MS).toISOString(),
    components: ['api'],
    text: 'New disks',
    name: 'Ada',
  };
  const made = await page.tell('/api/maintenance', record);
  const { id } = ((await made.json()) as { data: { id: string } }).data;
  const longer = { ...record, to: new Date(from + 2 * HOUR_MS).toISOString() };
  await page.tell(`/api/maintenance/${id}`, longer);
  await page.tell(`/api/maintenance/${id}`, { cancel: true, name: 'Ada' });

  const bodies = (await untilCalls(reported, 3)).map(bodyOf);
  assert.deepEqual(
    bodies
      .map(({ type, data }) => [type, data.maintenance?.id, data.maintenance?.to])
      .toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
    [
      ['maintenance.announced', id, record.to],
      ['maintenance.changed', id, longer.to],
      ['maintenance.ended', id, record.from],
    ],
  );
  assert.ok(bodies.every(({ data }) => data.maintenance?.isInTime));
});

test('the probe’s own incident is told too, and to nobody where nobody is named', async (t) => {
  const receiver = await startReceiver(t);
  const failingProbe = (folder: string, urls: readonly string[]) =>
    startStatusPage(t, {
      folder,
      settings: { webhooks: { urls, key: KEY } },
      prepare: (history, now) => {
        const latencies = { httpMs: null, otlpMs: null, searchMs: null, serverMs: null };
        for (const ago of [2, 1]) {
          const minute = Math.floor(now / MINUTE_MS) - ago;
          history.addMinute('own', {
            minute,
            results: 'dddddddd',
            reasons: ',,,,,,,',
            ...latencies,
          });
        }
      },
    });
  const page = await failingProbe(newFolder(t), [`${receiver.url}/a`, `${receiver.url}/b`]);
  const silent = await failingProbe(newFolder(t), []);

  const calls = await untilCalls({ page, receiver }, 2);
  assert.deepEqual(calls.map(({ path }) => path).toSorted(), ['/a', '/b']);
  assert.equal(bodyOf(calls[0]).type, 'incident.opened');
  assert.equal(silent.history.openIncidents().length, 1);
  assert.deepEqual(silent.history.dueCalls(silent.clock.now(), 10), []);
});

test('what is not taken is called again with the same id, waits and over a restart', async (t) => {
  const first = await start(t);
  first.receiver.behave(() => ({ status: 503 }));
  await first.page.tell('/api/incidents', { ...WORDS, step: 'investigating' });
  const refused = [...(await untilCalls(first, 3))];
  assert.equal(new Set(refused.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(new Set(refused.map(({ body }) => body)).size, 1);
  assert.ok(
    refused.every((call) => isSigned(call)),
    'signed anew each time',
  );
  await first.page.stop();

  const { webhooks, folder, receiver } = first;
  receiver.calls.length = 0;
  const again = await startStatusPage(t, {
    folder,
    clock: first.page.clock,
    settings: { webhooks, target: TARGET },
  });
  const [last] = await untilCalls({ page: again, receiver }, 1);
  assert.equal(last?.headers['webhook-id'], refused[0]?.headers['webhook-id']);
});

test('a call is tried for a day: at its end still waiting before, given up after', async (t) => {
  using history = openSqliteHistory(join(newFolder(t), 'history.sqlite'));
  const row = { id: 'msg_1', url: NOWHERE, body: '{}', madeAt: 0, attempts: 9, dueAt: 0 };
  history.addCalls([row]);
  let now = LIMITS.status.callWaitMsMax - 1;
  const asked: (number | undefined)[] = [];
  const needs = {
    history,
    webhooks: { urls: [NOWHERE], key: KEY },
    outbound: {
      check: () => {},
      send: async ({ totalMsMax }: OutboundRequest) => {
        asked.push(totalMsMax);
        return { status: 500, headers: {}, body: Buffer.alloc(0) };
      },
    },
    log: silentLog,
    now: () => now,
    signal: new AbortController().signal,
  };

  await sendCalls(needs);
  const [waiting] = history.dueCalls(Number.MAX_SAFE_INTEGER, 10);
  assert.deepEqual([waiting?.attempts, waiting?.dueAt], [10, now + LIMITS.mail.retryDelayMsMax]);
  history.setCall('msg_1', 10, now);
  now += 1;
  await sendCalls(needs);

  assert.deepEqual(history.dueCalls(Number.MAX_SAFE_INTEGER, 10), []);
  assert.deepEqual(asked, [LIMITS.status.callMsMax, LIMITS.status.callMsMax]);
  const { callsParallelMax } = LIMITS.status;
  const ids = Array.from({ length: callsParallelMax + 1 }, (_, at) => `msg_${at}`);
  history.addCalls(ids.map((id) => ({ ...row, id, madeAt: now })));
  await sendCalls(needs);
  assert.equal(asked.length, 2 + callsParallelMax, 'one waits for its turn');
});

test('a receiver that is gone for good is left alone, and so is one that is no longer named', async (t) => {
  const reported = await start(t);
  reported.receiver.behave(() => ({ status: 410 }));
  await reported.page.tell('/api/incidents', { ...WORDS, step: 'investigating' });
  await untilCalls(reported, 1);
  const { history, clock } = reported.page;
  const waiting = () => history.dueCalls(Number.MAX_SAFE_INTEGER, 10).length;
  for (let turn = 0; turn < 1_500 && waiting() > 0; turn += 1) {
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
  assert.equal(waiting(), 0);

  const row = { id: 'msg_1', url: 'http://127.0.0.1:1/gone', body: '{}', attempts: 0 };
  history.addCalls([{ ...row, madeAt: clock.now(), dueAt: clock.now() }]);
  for (let turn = 0; turn < 1_500 && waiting() > 0; turn += 1) {
    clock.advance(LIMITS.mail.everyMs);
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
  assert.equal(waiting(), 0);
  assert.equal(reported.receiver.calls.length, 1);
});
