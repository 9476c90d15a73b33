import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentMetrics } from '../../../base/metrics.ts';
import { OutboundError, type OutboundRequest } from '../../../engines/outbound/outbound.ts';
import { openDueRunner } from '../../../engines/schedule/open-due-runner.ts';
import { runDue } from '../../../engines/schedule/schedule.ts';
import type { Wait } from '../../../engines/schedule/wait.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import {
  insertIncident,
  insertRule,
  resolveIncident,
} from '../../../../test/support/alerts/alert-rows.ts';
import {
  type AccessUnderTest,
  onBothStores,
  openAccess,
} from '../../../../test/support/open-access.ts';
import { fired, resolved, startMessages } from '../../../../test/support/alerts/start-messages.ts';
import { testChannel } from '../channels/test-channel.ts';
import { deliverMessages } from './deliver.ts';
import { freezeContent } from '../tables/alert-deliveries-table.ts';

const {
  sendsPerNode,
  sendsPerOrganization,
  sendMsMax,
  sendEveryMs,
  chatEveryMs,
  orderWaitMs,
  deliveriesKeptMs,
} = LIMITS.alerts;

/** How many calls are under way at most, when each is held until so many are. */
async function mostAtOnce(
  t: TestContext,
  access: AccessUnderTest,
  organizations: number,
  expected: number,
): Promise<number> {
  const { metadata, clock } = access;
  const messages = await startMessages(t, access);
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  messages.receiver.behave(async () => {
    running += 1;
    most = Math.max(most, running);
    if (running === expected) gate.resolve();
    await Promise.race([gate.promise, sleep(10 * SECOND_MS, undefined, { ref: false })]);
    // Time for one too many to come.
    await sleep(50);
    running -= 1;
    return { status: 200 };
  });
  for (let number = 0; number < organizations; number += 1) {
    const { id: organization, owner } = await access.newOrganization();
    const draft = { kind: 'webhook', name: 'x', url: messages.receiver.url } as const;
    const channel = await messages.channel(owner, draft);
    for (let at = 0; at < 2 * sendsPerOrganization; at += 1) {
      const settings = { channels: [channel.id], groupWait: 0 };
      const rule = await insertRule(metadata, organization, settings, `rule ${at}`);
      await messages.tell(rule, [fired(await insertIncident(metadata, rule, clock.now()))]);
    }
  }
  await messages.deliver();
  assert.equal(messages.receiver.calls.length, organizations * 2 * sendsPerOrganization);
  return most;
}

onBothStores('so many messages of one organization are sent at once', async (t, access) => {
  assert.equal(await mostAtOnce(t, access, 1, sendsPerOrganization), sendsPerOrganization);
});

onBothStores('a node sends so many messages at once', async (t, access) => {
  assert.equal(await mostAtOnce(t, access, 3, sendsPerNode), sendsPerNode);
});

onBothStores('a chat gets one message a second', async (t, access) => {
  const { metadata, clock } = access;
  const messages = await startMessages(t, access);
  const { id: organization, owner } = await access.newOrganization();
  for (const kind of ['slack', 'discord'] as const) {
    const url = `${messages.receiver.url}/${kind}`;
    const channel = await messages.channel(owner, { kind, name: kind, url });
    for (const name of ['a', 'b', 'c']) {
      const settings = { channels: [channel.id], groupWait: 0 };
      const rule = await insertRule(metadata, organization, settings, name);
      await messages.tell(rule, [fired(await insertIncident(metadata, rule, clock.now()))]);
    }
  }
  const counts: number[] = [];

  for (let second = 0; second < 3; second += 1) {
    await messages.deliver();
    counts.push(messages.receiver.calls.length);
    clock.advance(chatEveryMs - 1);
    await messages.deliver();
    counts.push(messages.receiver.calls.length);
    clock.advance(1);
  }

  assert.deepEqual(counts, [2, 2, 4, 4, 6, 6]);
  assert.ok((await messages.deliveries()).every(({ attempts }) => attempts === 1));
});

onBothStores('messages whose time has come are looked for so often', async (t, access) => {
  const { metadata, clock } = access;
  const messages = await startMessages(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const draft = { kind: 'webhook', name: 'x', url: messages.receiver.url } as const;
  const channel = await messages.channel(owner, draft);
  const rule = await insertRule(metadata, organization, { channels: [channel.id], groupWait: 300 });
  await messages.tell(rule, [fired(await insertIncident(metadata, rule, clock.now()))]);
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const wait: Wait = (ms, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve());
    // The runner may have been stopped while it looked.
    if (signal.aborted) resolve();
    pauses.push({ ms, end: resolve });
    return promise;
  };
  await using runner = openDueRunner({ ...messages.needs, metrics: silentMetrics, wait });
  runner.start(deliverMessages(messages.needs));
  await until(() => pauses.length > 0);
  // What the node was told of before it listened.
  await sleep(100);
  const pause = pauses.at(-1);

  // Nobody is told that it is due now.
  await metadata.db.updateTable('alert_deliveries').set({ due_at: clock.now() }).execute();
  await sleep(50);
  const before = messages.receiver.calls.length;
  pause?.end();
  await until(() => messages.receiver.calls.length === 1);

  assert.equal(before, 0);
  assert.equal(pause?.ms, sendEveryMs);
});

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 6_000 && !isTrue(); turn += 1) await sleep(5);
  assert.ok(isTrue());
}

onBothStores('the record of a message is kept for its time and no longer', async (t, access) => {
  const { metadata, clock } = access;
  const messages = await startMessages(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const url = `${messages.receiver.url}/x`;
  const channel = await messages.channel(owner, { kind: 'teams', name: 'x', url });
  const rule = await insertRule(metadata, organization, { channels: [channel.id], groupWait: 0 });
  await messages.tell(rule, [fired(await insertIncident(metadata, rule, clock.now()))]);
  await messages.deliver();
  const { forgetDeliveries } = await import('./forget-deliveries.ts');

  clock.advance(deliveriesKeptMs);
  await forgetDeliveries(messages.needs);
  const kept = (await messages.deliveries()).length;
  clock.advance(1);
  await forgetDeliveries(messages.needs);

  assert.equal(kept, 1);
  assert.deepEqual(await messages.deliveries(), []);
});

onBothStores('many messages to a chat do not all come back each second', async (t, access) => {
  const { metadata, clock } = access;
  const messages = await startMessages(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const draft = { kind: 'slack', name: 'x', url: messages.receiver.url } as const;
  const channel = await messages.channel(owner, draft);
  const count = 3 * sendsPerNode;
  for (let at = 0; at < count; at += 1) {
    const settings = { channels: [channel.id], groupWait: 0 };
    const rule = await insertRule(metadata, organization, settings, `rule ${at}`);
    await messages.tell(rule, [fired(await insertIncident(metadata, rule, clock.now()))]);
  }
  let turn = 0;
  const random = (): number => (turn++ % 10) / 10;
  const needs = { ...messages.needs, random };
  const deliver = () => runDue(needs, deliverMessages(needs), new AbortController().signal);

  await deliver();
  const soon = (await messages.deliveries()).filter(
    ({ due_at: dueAt }) => dueAt !== null && dueAt <= clock.now() + chatEveryMs,
  );
  for (let second = 0; second < 4 * count; second += 1) {
    if (messages.receiver.calls.length === count) break;
    clock.advance(chatEveryMs);
    await deliver();
  }

  assert.ok(soon.length > 0 && soon.length < count - 1, String(soon.length));
  assert.equal(messages.receiver.calls.length, count);
});

onBothStores('a later message about an incident looks again in a moment', async (t, access) => {
  const { metadata, clock } = access;
  const messages = await startMessages(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const draft = { kind: 'webhook', name: 'x', url: messages.receiver.url } as const;
  const channel = await messages.channel(owner, draft);
  const settings = { channels: [channel.id], groupWait: 0, throttle: 0 };
  const rule = await insertRule(metadata, organization, settings);
  const incident = await insertIncident(metadata, rule, clock.now());
  await messages.tell(rule, [fired(incident)]);
  // Another node is sending it.
  await metadata.db
    .updateTable('alert_deliveries')
    .set({ is_closed: 1, lease_until: clock.now() + SECOND_MS * 30, claimed_by: 'other', fence: 1 })
    .execute();
  clock.advance(1);
  await messages.tell(rule, [resolved(await resolveIncident(metadata, incident, clock.now()))]);

  await messages.deliver();

  const [, later] = await messages.deliveries();
  assert.equal(messages.receiver.calls.length, 0);
  assert.deepEqual([later?.due_at, later?.attempts], [clock.now() + orderWaitMs, 0]);
});

test('a receiver has so long to answer', async (t) => {
  const access = await openAccess(t);
  const messages = await startMessages(t, access);
  const { owner } = await access.newOrganization();
  const draft = { kind: 'teams', name: 'x', url: messages.receiver.url } as const;
  const channel = await messages.channel(owner, draft);
  const asked: (number | undefined)[] = [];
  const outbound = {
    ...messages.needs.outbound,
    send: async ({ totalMsMax }: OutboundRequest) => {
      asked.push(totalMsMax);
      throw new OutboundError('timed_out');
    },
  };

  const { state, error } = await testChannel(
    { ...messages.needs, outbound },
    owner.actor,
    channel.id,
    new AbortController().signal,
  );

  assert.deepEqual(asked, [sendMsMax]);
  assert.deepEqual([state, error], ['dead', 'Timed out waiting for a response.']);
});

onBothStores('words that are frozen are not frozen again', async (t, access) => {
  const { metadata, clock } = access;
  const messages = await startMessages(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const draft = { kind: 'webhook', name: 'x', url: messages.receiver.url } as const;
  const channel = await messages.channel(owner, draft);
  const rule = await insertRule(metadata, organization, { channels: [channel.id] });
  await messages.tell(rule, [fired(await insertIncident(metadata, rule, clock.now()))]);
  const [row] = await messages.deliveries();
  const freeze = (text: string) =>
    metadata.transaction((unit) => freezeContent(unit, organization, row?.id ?? '', text));

  assert.equal(await freeze('first'), 'first');
  assert.equal(await freeze('second'), 'first');
});
