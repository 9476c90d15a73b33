import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { insertIncident, insertRule } from '../../../../test/support/alert-rows.ts';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { fired, startMessages } from '../../../../test/support/start-messages.ts';

const { sendsPerNode, sendsPerOrganization, chatEveryMs, deliveriesKeptMs } = LIMITS.alerts;

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
