import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { RETRY_DELAYS_MS } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import {
  insertIncident,
  insertRule,
  resolveIncident,
} from '../../../../test/support/alerts/alert-rows.ts';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { fired, resolved, startMessages } from '../../../../test/support/alerts/start-messages.ts';
import { claimRows } from '../../../engines/schedule/due-rows-table.ts';
import { ClaimLost } from '../../../engines/schedule/schedule.ts';
import type { AlertDeliveryRow } from '../../../engines/metadata/tables/alerts.ts';
import { deliverMessages } from './deliver.ts';
import { retryDelivery } from './manage-deliveries.ts';
import { readRetryAfter } from './read-retry-after.ts';
import { retryDelayMs } from './retry-delay.ts';

const { triesMax, retryJitterRatio, pauseMsMax, sendLeaseMs } = LIMITS.alerts;

async function start(t: TestContext, access: AccessUnderTest) {
  const messages = await startMessages(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const draft = {
    kind: 'webhook',
    name: 'hook',
    url: `${messages.receiver.url}/secret-path`,
  } as const;
  const channel = await messages.channel(owner, draft);
  const channelRow = () =>
    access.metadata.db
      .selectFrom('alert_channels')
      .selectAll()
      .where('id', '=', channel.id)
      .executeTakeFirstOrThrow();
  const newRule = (name: string) =>
    insertRule(
      access.metadata,
      organization,
      { channels: [channel.id], groupWait: 0, throttle: 0 },
      name,
    );
  const fire = async (name: string) => {
    const rule = await newRule(name);
    const incident = await insertIncident(access.metadata, rule, access.clock.now());
    await messages.tell(rule, [fired(incident)]);
    return { rule, incident };
  };
  /** Goes from one due time to the next, as long as anything waits. */
  const passTime = async (stepsMax: number) => {
    for (let step = 0; step < stepsMax; step += 1) {
      await messages.deliver();
      const dueAt = (await messages.deliveries()).flatMap(({ due_at: at }) => at ?? []);
      if (dueAt.length === 0) return;
      access.clock.advance(Math.max(0, Math.min(...dueAt) - access.clock.now()));
    }
  };
  return { ...messages, organization, owner, channel, channelRow, fire, passTime };
}

const idsOf = (calls: readonly { headers: Record<string, unknown> }[]): unknown[] =>
  calls.map(({ headers }) => headers['webhook-id']);

onBothStores('a receiver that fails for half an hour gets the message once', async (t, access) => {
  const { clock } = access;
  const { receiver, fire, passTime, deliveries, channelRow, lines } = await start(t, access);
  const startedAt = clock.now();
  const answers: number[] = [];
  receiver.behave(() => {
    const status = clock.now() - startedAt < 30 * MINUTE_MS ? 500 : 200;
    answers.push(status);
    return { status };
  });
  await fire('Errors');

  await passTime(3);
  const failing = await channelRow();
  await passTime(20);

  assert.equal(failing.failing_since, startedAt);
  assert.equal(failing.last_error, 'The receiver returned 500.');
  assert.equal(answers.filter((status) => status === 200).length, 1);
  assert.equal(answers.length, 6);
  assert.equal(new Set(idsOf(receiver.calls)).size, 1);
  assert.equal(new Set(receiver.calls.map(({ body }) => body)).size, 1);
  const [row] = await deliveries();
  assert.deepEqual([row?.state, row?.content, row?.last_status], ['sent', null, 200]);
  const mended = await channelRow();
  assert.deepEqual([mended.failing_since, mended.last_error], [null, null]);
  assert.ok(!lines.join().includes('secret-path'));
});

onBothStores('after the last try a message is dead, and can be tried again', async (t, access) => {
  const { clock } = access;
  const { receiver, fire, deliver, deliveries, needs, owner } = await start(t, access);
  receiver.behave(() => ({ status: 503 }));
  await fire('Errors');

  for (const delayMs of RETRY_DELAYS_MS) {
    await deliver();
    const calls = receiver.calls.length;
    clock.advance(delayMs - 1);
    await deliver();
    assert.equal(receiver.calls.length, calls);
    clock.advance(1);
  }
  await deliver();
  clock.advance(24 * HOUR_MS);
  await deliver();

  assert.equal(receiver.calls.length, triesMax);
  const [dead] = await deliveries();
  assert.deepEqual([dead?.state, dead?.content, dead?.due_at], ['dead', null, null]);
  const events = await access.metadata.db.selectFrom('alert_events').selectAll().execute();
  assert.deepEqual(
    events.map(({ kind, rule_id: rule }) => [kind, rule]),
    [['delivery_dead', dead?.rule_id]],
  );
  assert.match(events[0]?.text ?? '', /failed: The receiver returned 503/);
  const id = dead?.id ?? '';
  const other = await access.newOrganization();
  await assert.rejects(retryDelivery(needs, other.owner.actor, id), { code: 'NOT_FOUND' });
  receiver.behave(() => ({ status: 200 }));
  const waiting = await retryDelivery(needs, owner.actor, id);
  await deliver();
  assert.deepEqual([waiting.state, waiting.attempts], ['waiting', 0]);
  assert.equal(new Set(idsOf(receiver.calls)).size, 1);
  assert.equal((await deliveries())[0]?.state, 'sent');
  await assert.rejects(retryDelivery(needs, owner.actor, id), { code: 'CONFLICT' });
  const told = (await access.auditOf(owner.actor.organization)).filter(
    ({ action }) => action === 'alert_delivery.retried',
  );
  assert.deepEqual(
    told.map(({ resource, actor }) => [resource, actor]),
    [[id, owner.email]],
  );
  assert.deepEqual(await access.auditOf(other.id), []);
});

test('waits differ by a tenth, and no more', () => {
  const [first = 0] = RETRY_DELAYS_MS;

  assert.equal(RETRY_DELAYS_MS.length, triesMax - 1);
  assert.equal(retryDelayMs(1, 0), first * (1 - retryJitterRatio));
  assert.equal(retryDelayMs(1, 0.5), first);
  assert.equal(retryDelayMs(1, 1), first * (1 + retryJitterRatio));
});

test('Retry-After is read as seconds or a date, and bounded', () => {
  const now = Date.UTC(2026, 0, 15, 12);

  assert.equal(readRetryAfter('120', now), now + 120 * SECOND_MS);
  assert.equal(readRetryAfter('0.35', now), now + 350);
  assert.equal(readRetryAfter('Thu, 15 Jan 2026 12:01:00 GMT', now), now + MINUTE_MS);
  assert.equal(readRetryAfter('9999999', now), now + pauseMsMax);
  for (const text of [undefined, '', '0', '-5', 'soon', 'Thu, 15 Jan 2026 11:00:00 GMT']) {
    assert.equal(readRetryAfter(text, now), undefined, text);
  }
});

onBothStores(
  'a receiver that is gone disables the channel, and the Owners learn it',
  async (t, access) => {
    const { receiver, fire, deliver, deliveries, channelRow, mails, owner } = await start(
      t,
      access,
    );
    receiver.behave(() => ({ status: 410 }));
    await fire('first');
    await deliver();
    await fire('second');
    await deliver();

    assert.equal(receiver.calls.length, 1);
    const row = await channelRow();
    assert.notEqual(row.disabled_at, null);
    assert.match(row.disabled_reason ?? '', /410/);
    const states = (await deliveries()).map(({ kind, state, withheld_by: by }) =>
      [kind, state, by ?? ''].join(' ').trim(),
    );
    assert.deepEqual(states.toSorted(), [
      'alert dead',
      'alert withheld channel_disabled',
      'notice sent',
    ]);
    const told = await mails();
    assert.deepEqual(
      told.map(({ recipient }) => recipient),
      [owner.email],
    );
    assert.match(told[0]?.text ?? '', /“hook”/);
    assert.ok(!(told[0]?.text ?? '').includes('secret-path'));
  },
);

onBothStores('Retry-After pauses the channel for every message', async (t, access) => {
  const { clock } = access;
  const { receiver, fire, deliver, channelRow } = await start(t, access);
  receiver.behave(() => ({ status: 429, headers: { 'retry-after': '120' } }));
  const startedAt = clock.now();
  await fire('first');
  await deliver();
  receiver.behave(() => ({ status: 204 }));
  await fire('second');

  clock.advance(120 * SECOND_MS - 1);
  await deliver();
  const paused = receiver.calls.length;
  clock.advance(1);
  await deliver();

  assert.equal(paused, 1);
  assert.equal(receiver.calls.length, 3);
  assert.equal((await channelRow()).paused_until, startedAt + 120 * SECOND_MS);
});

onBothStores('what a dead node had sent goes out again under the same id', async (t, access) => {
  const { clock, metadata } = access;
  const { receiver, fire, deliver, deliveries, needs } = await start(t, access);
  await fire('Errors');
  const work = deliverMessages(needs);
  const now = clock.now();
  const [row] = await claimRows<AlertDeliveryRow>(metadata, work, {
    holder: 'dead',
    now,
    leaseUntil: now + sendLeaseMs,
    rowsMax: 1,
    perOwnerMax: 1,
    busy: new Map(),
  });
  assert.ok(row !== undefined);
  // The receiver says yes, and nothing of it is written down.
  const settle = () => Promise.reject(new ClaimLost(work.name, row.id));
  const claim = { attempts: 1, signal: new AbortController().signal, settle };
  await assert.rejects(work.work(row, claim), ClaimLost);
  assert.equal(receiver.calls.length, 1);

  clock.advance(sendLeaseMs - 1);
  await deliver();
  assert.equal(receiver.calls.length, 1);
  clock.advance(1);
  await deliver();
  await deliver();

  assert.deepEqual(idsOf(receiver.calls), [row.id, row.id]);
  assert.equal(new Set(receiver.calls.map(({ body }) => body)).size, 1);
  assert.equal((await deliveries())[0]?.state, 'sent');
});

onBothStores('the end of an incident never overtakes its beginning', async (t, access) => {
  const { clock, metadata } = access;
  const { receiver, fire, tell, passTime } = await start(t, access);
  const startedAt = clock.now();
  receiver.behave(() => ({ status: clock.now() - startedAt < MINUTE_MS ? 500 : 200 }));
  const { rule, incident } = await fire('Errors');
  await passTime(1);
  clock.advance(-3 * SECOND_MS);
  await tell(rule, [resolved(await resolveIncident(metadata, incident, clock.now()))]);

  await passTime(60);

  const types = receiver.calls.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  assert.equal(types.at(-1), 'alert.resolved');
  assert.equal(types.filter((type) => type === 'alert.resolved').length, 1);
  assert.ok(types.length > 2, types.join());
});
