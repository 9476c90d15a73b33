/** Mails and calls that wait: when they go, when they are tried again, and when no more. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTestHistory } from '../../../test/support/status/open-test-history.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { type MailCarrier, MailRefused } from '../../engines/mail/mail.ts';
import type { Outbound, OutboundRequest } from '../../engines/outbound/outbound.ts';
import { sendMails } from './send-mails.ts';
import { sendCalls } from './webhooks/send-calls.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 16, 12);
const URL = 'https://status.example.com';

function open(t: TestContext) {
  const history = openTestHistory(t);
  const clock = { now: NOW };
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, warn: (fields, message) => logged.push([message, fields]) };
  return { history, clock, now: () => clock.now, logged, log };
}

const MAIL = { address: 'a@example.com', subject: 'Slow', text: 'It is.', attempts: 0 };

test('mails are handed over, and those that are not taken wait longer each time', async (t) => {
  const { history, clock, now, log, logged } = open(t);
  const delivered: unknown[] = [];
  let failure: Error | undefined;
  const carrier = {
    deliver: async (mail: unknown) => {
      delivered.push(mail);
      if (failure !== undefined) throw failure;
    },
  } as unknown as MailCarrier;
  const add = (id: string, more: object = {}) =>
    history.addMails([{ ...MAIL, id, leaveUrl: null, madeAt: NOW, dueAt: NOW, ...more }]);
  const due = () =>
    history
      .dueMails(Infinity, 10)
      .map(({ id, attempts, dueAt }) => [id, attempts, dueAt - clock.now]);
  const send = () => sendMails({ history, carrier, log, now });

  add('m1', { leaveUrl: `${URL}/leave` });
  add('m2', { dueAt: NOW + 1 });
  await send();
  assert.deepEqual(delivered, [
    {
      messageId: 'm1',
      to: 'a@example.com',
      subject: 'Slow',
      text: 'It is.',
      leaveUrl: `${URL}/leave`,
    },
  ]);
  assert.deepEqual([due(), logged], [[['m2', 0, 1]], []]);

  failure = new Error('busy');
  clock.now += 1;
  await send();
  assert.equal(Object.hasOwn(delivered[1] as object, 'leaveUrl'), false);
  assert.deepEqual(due(), [['m2', 1, 5_000]]);
  assert.deepEqual(logged, [
    ['status mail not accepted', { mail: 'm2', attempts: 0, isOver: false, reason: 'busy' }],
  ]);
  clock.now += 5_000;
  await send();
  assert.deepEqual(due(), [['m2', 2, 10_000]]);
  history.setMail('m2', 40, clock.now);
  await send();
  assert.deepEqual(due(), [['m2', 41, 1_800_000]]);

  clock.now = NOW + DAY_MS - 1;
  await send();
  assert.equal(due().length, 1);
  clock.now = NOW + DAY_MS + 1_800_000;
  await send();
  assert.deepEqual(due(), []);
  add('m3');
  failure = new MailRefused('no such address');
  await send();
  assert.deepEqual(due(), []);
  for (const id of ['a', 'b', 'c', 'd', 'e']) add(id);
  failure = undefined;
  await send();
  assert.equal(due().length, 1, 'four at a time');
});

test('receivers are called, and those that do not take it wait longer each time', async (t) => {
  const { history, clock, now, log, logged } = open(t);
  const url = 'https://hook.example';
  const sent: OutboundRequest[] = [];
  const state: { status: number; failure?: Error } = { status: 204 };
  const stop = new AbortController();
  const outbound = {
    send: (request: OutboundRequest) => {
      sent.push(request);
      const answer = Promise.resolve({ status: state.status });
      return state.failure === undefined ? answer : Promise.reject(state.failure);
    },
  } as unknown as Outbound;
  const webhooks = { urls: [url], key: `whsec_${Buffer.alloc(32, 7).toString('base64')}` };
  const call = { url, body: '{}', madeAt: NOW, attempts: 0, dueAt: NOW };
  const send = () => sendCalls({ history, outbound, webhooks, log, now, signal: stop.signal });
  const due = () =>
    history.dueCalls(Infinity, 20).map(({ attempts, dueAt }) => [attempts, dueAt - clock.now]);
  const answered = async (status: number) => {
    history.addCalls([{ ...call, id: `c${status}`, madeAt: now(), dueAt: now() }]);
    state.status = status;
    await send();
    const left = due();
    history.removeCall(`c${status}`);
    return left;
  };

  assert.deepEqual(await answered(200), []);
  const [request] = sent;
  assert.deepEqual(
    [request?.url, request?.method, String(request?.body), request?.totalMsMax],
    [url, 'POST', '{}', 15_000],
  );
  assert.equal(request?.headers?.['content-type'], 'application/json');
  assert.equal(request?.headers?.['webhook-id'], 'c200');
  assert.equal(request?.headers?.['webhook-timestamp'], String(NOW / 1_000));
  assert.deepEqual(await answered(299), []);
  assert.deepEqual(logged, []);
  for (const status of [199, 300, 500]) assert.deepEqual(await answered(status), [[1, 5_000]]);
  assert.deepEqual(logged[2], [
    'status webhook not delivered',
    { call: 'c500', attempts: 0, isOver: false, reason: 'answered 500' },
  ]);
  assert.deepEqual(await answered(410), [], 'gone for good');
  state.failure = new Error('no way there');
  assert.deepEqual(await answered(200), [[1, 5_000]]);
  assert.deepEqual(logged.at(-1), [
    'status webhook not delivered',
    { call: 'c200', attempts: 0, isOver: false, reason: 'no way there' },
  ]);

  history.addCalls([{ ...call, id: 'c1', attempts: 40 }]);
  await send();
  assert.deepEqual(due(), [[41, 1_800_000]]);
  clock.now = NOW + DAY_MS;
  await send();
  assert.deepEqual(due(), [], 'for a day at most');
  history.addCalls([{ ...call, id: 'c2', url: 'https://other.example' }]);
  const before = sent.length;
  await send();
  assert.deepEqual([due(), sent.length], [[], before], 'the address was taken away');
  delete state.failure;
  state.status = 500;
  stop.abort();
  history.addCalls([{ ...call, id: 'c3' }]);
  await send();
  assert.equal(due().length, 1, 'what was cut short is kept as it is');
});
