import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import {
  insertIncident,
  insertRule,
  resolveIncident,
} from '../../../../test/support/alerts/alert-rows.ts';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { fired, resolved, startMessages } from '../../../../test/support/alerts/start-messages.ts';
import { queueMessages } from './queue-messages.ts';
import { queueNotice } from './queue-notice.ts';

async function start(t: TestContext, access: AccessUnderTest) {
  const messages = await startMessages(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const webhook = await messages.channel(owner, {
    kind: 'webhook',
    name: 'hook',
    url: `${messages.receiver.url}/hook`,
  });
  const pager = await messages.channel(owner, {
    kind: 'pagerduty',
    name: 'pager',
    key: 'k'.repeat(32),
    url: `${messages.receiver.url}/pd`,
  });
  const jsm = await messages.channel(owner, {
    kind: 'jsm',
    name: 'jsm',
    key: 'g'.repeat(32),
    url: `${messages.receiver.url}/jsm`,
  });
  return { ...messages, organization, owner, webhook, pager, jsm };
}

const states = (rows: readonly { state: string; withheld_by: string | null }[]): string[] =>
  rows.map(({ state, withheld_by: by }) => (by === null ? state : `${state} ${by}`)).toSorted();

onBothStores('transitions join the open message until it is sent', async (t, access) => {
  const { metadata, clock } = access;
  const { organization, webhook, tell, deliveries, deliver, receiver } = await start(t, access);
  const rule = await insertRule(metadata, organization, { channels: [webhook.id], groupWait: 10 });
  const queuedAt = clock.now();
  const first = await insertIncident(metadata, rule, queuedAt, { host: 'a' });

  await tell(rule, [fired(first)]);
  clock.advance(9 * SECOND_MS);
  await tell(rule, [fired(await insertIncident(metadata, rule, clock.now(), { host: 'b' }))]);
  await deliver();
  assert.equal(receiver.calls.length, 0);
  const [row] = await deliveries();
  assert.equal(row?.due_at, queuedAt + 10 * SECOND_MS);
  clock.advance(SECOND_MS);
  await deliver();

  assert.equal(receiver.calls.length, 1);
  const { data } = JSON.parse(receiver.calls[0]?.body ?? '') as {
    data: { total: number; incidents: { group: { host: string } }[] };
  };
  assert.equal(data.total, 2);
  assert.deepEqual(
    data.incidents.map(({ group }) => group.host),
    ['a', 'b'],
  );
  await tell(rule, [fired(await insertIncident(metadata, rule, clock.now(), { host: 'c' }))]);
  assert.equal((await deliveries()).length, 2);
});

onBothStores('a rule sends a channel one message per throttle', async (t, access) => {
  const { metadata, clock } = access;
  const { organization, webhook, tell, deliveries, deliver } = await start(t, access);
  const rule = await insertRule(metadata, organization, {
    channels: [webhook.id],
    groupWait: 0,
    throttle: 60,
  });
  await tell(rule, [fired(await insertIncident(metadata, rule, clock.now(), { host: 'a' }))]);
  await deliver();
  const sentAt = clock.now();
  clock.advance(5 * SECOND_MS);

  await tell(rule, [fired(await insertIncident(metadata, rule, clock.now(), { host: 'b' }))]);
  clock.advance(5 * SECOND_MS);
  await tell(rule, [fired(await insertIncident(metadata, rule, clock.now(), { host: 'c' }))]);

  const rows = await deliveries();
  assert.equal(rows.length, 2);
  assert.equal(rows[1]?.due_at, sentAt + 60 * SECOND_MS);
});

onBothStores('what withholds a message stands beside it', async (t, access) => {
  const { metadata, clock } = access;
  const messages = await start(t, access);
  const { organization, webhook, tell, deliveries, silence } = messages;
  const now = clock.now();
  const channels = [webhook.id];
  const loud = await insertRule(metadata, organization, { channels }, 'loud');
  await insertIncident(metadata, loud, now);
  const muted = await insertRule(metadata, organization, { channels, mutedBy: [loud.id] }, 'muted');
  const silent = await insertRule(metadata, organization, { channels }, 'silent');
  const silenceId = await silence(silent);
  const snoozed = {
    ...(await insertRule(metadata, organization, { channels }, 'snoozed')),
    snoozedUntil: now + 1,
  };
  const other = await insertRule(metadata, organization, { channels }, 'other');

  await tell(muted, [fired(await insertIncident(metadata, muted, now))]);
  await tell(silent, [fired(await insertIncident(metadata, silent, now))]);
  await tell(snoozed, [fired(await insertIncident(metadata, snoozed, now))]);
  await tell(other, [
    fired(await insertIncident(metadata, other, now, { host: 'a', snoozed_until: now + 1 })),
    fired(await insertIncident(metadata, other, now, { host: 'b', is_flapping: 1 })),
    fired(await insertIncident(metadata, other, now, { host: 'c', snoozed_until: now })),
  ]);

  assert.deepEqual(
    states(await deliveries()),
    [
      `withheld ${loud.id}`,
      `withheld ${silenceId}`,
      'withheld snoozed',
      'withheld snoozed',
      'withheld flapping',
      'waiting',
    ].toSorted(),
  );
});

onBothStores('the end is told to whoever was told of the beginning', async (t, access) => {
  const { metadata, clock } = access;
  const messages = await start(t, access);
  const { organization, webhook, pager, tell, deliver, receiver, silence, deliveries } = messages;
  const rule = await insertRule(metadata, organization, {
    channels: [webhook.id, pager.id],
    groupWait: 0,
    throttle: 0,
  });
  const told = await insertIncident(metadata, rule, clock.now(), { host: 'told' });
  await tell(rule, [fired(told)]);
  await deliver();
  await silence(rule);
  const untold = await insertIncident(metadata, rule, clock.now(), { host: 'untold' });
  await tell(rule, [fired(untold)]);
  clock.advance(SECOND_MS);

  // The rule has lost its channels and is silenced: who knows of the one incident hears of its end all the same.
  const bare = { ...rule, settings: { ...rule.settings, channels: [] } };
  const over = await resolveIncident(metadata, told, clock.now());
  const unknown = await resolveIncident(metadata, untold, clock.now());
  await tell(bare, [resolved(over), resolved(unknown)]);
  await deliver();

  const bodies = receiver.calls.map(({ path, body }) => [path, body] as const);
  const hooks = bodies.filter(([path]) => path === '/hook').map(([, body]) => body);
  const events = bodies.filter(([path]) => path === '/pd').map(([, body]) => body);
  assert.equal(hooks.length, 2);
  assert.match(hooks[1] ?? '', /"alert\.resolved".*told/);
  assert.ok(!(hooks[1] ?? '').includes('untold'));
  assert.deepEqual(
    events.map((body) => (JSON.parse(body) as { event_action: string }).event_action),
    ['trigger', 'resolve'],
  );
  assert.equal((await deliveries()).filter(({ state }) => state === 'waiting').length, 0);
});

onBothStores('without onResolve no end is told', async (t, access) => {
  const { metadata, clock } = access;
  const { organization, webhook, tell, deliver, receiver } = await start(t, access);
  const rule = await insertRule(metadata, organization, {
    channels: [webhook.id],
    onResolve: false,
    groupWait: 0,
    throttle: 0,
  });
  const incident = await insertIncident(metadata, rule, clock.now());
  await tell(rule, [fired(incident)]);
  await deliver();
  clock.advance(SECOND_MS);

  await tell(rule, [resolved(await resolveIncident(metadata, incident, clock.now()))]);
  await deliver();

  assert.equal(receiver.calls.length, 1);
});

onBothStores('reminders come unless somebody has acknowledged', async (t, access) => {
  const { metadata, clock } = access;
  const { organization, webhook, pager, jsm, tell, deliver, receiver } = await start(t, access);
  const rule = await insertRule(metadata, organization, {
    channels: [webhook.id, pager.id, jsm.id],
    groupWait: 0,
  });
  const incident = await insertIncident(metadata, rule, clock.now());
  await tell(rule, [fired(incident)]);
  await deliver();
  clock.advance(600 * SECOND_MS);
  await tell(rule, [{ incident, transition: { kind: 'still_firing' } }]);
  await deliver();
  const acknowledged = { ...incident, acknowledged_at: clock.now(), acknowledged_by: 'ada' };
  clock.advance(600 * SECOND_MS);
  await tell(rule, [{ incident: acknowledged, transition: { kind: 'acknowledged' } }]);
  await tell(rule, [{ incident: acknowledged, transition: { kind: 'still_firing' } }]);
  await deliver();

  const types = receiver.calls
    .filter(({ path }) => path === '/hook')
    .map(({ body }) => (JSON.parse(body) as { type: string }).type);
  const actions = receiver.calls
    .filter(({ path }) => path === '/pd')
    .map(({ body }) => (JSON.parse(body) as { event_action: string }).event_action);
  assert.deepEqual(types, ['alert.firing', 'alert.reminder']);
  assert.deepEqual(actions, ['trigger', 'trigger', 'acknowledge']);
  const paths = receiver.calls.flatMap(
    ({ path }) => /^\/jsm\/v2\/alerts(.*)$/.exec(path)?.[1] ?? [],
  );
  const alias = encodeURIComponent(`${rule.id}:${incident.group_hash}`);
  assert.deepEqual(paths, ['', '', `/${alias}/acknowledge?identifierType=alias`]);
});

onBothStores('an incident has its own event, a storm has one for all', async (t, access) => {
  const { metadata, clock } = access;
  const { organization, pager, tell, deliver, receiver } = await start(t, access);
  const max = LIMITS.alerts.stormIncidentsMin;
  const settings = { channels: [pager.id], groupWait: 0, throttle: 0 };
  const few = await insertRule(metadata, organization, settings, 'few');
  const many = await insertRule(metadata, organization, settings, 'many');
  const incidentsOf = async (rule: typeof few, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, at) =>
        insertIncident(metadata, rule, clock.now(), { host: `h${at}` }),
      ),
    );
  const keysOf = () =>
    receiver.calls.map(({ body }) => {
      const { event_action: action, dedup_key: key } = JSON.parse(body) as Record<string, string>;
      return `${action} ${key}`;
    });

  await tell(few, (await incidentsOf(few, max)).map(fired));
  await deliver();
  assert.equal(new Set(keysOf()).size, max);
  receiver.calls.length = 0;
  const storm = await incidentsOf(many, max + 1);
  await tell(many, storm.map(fired));
  await deliver();
  assert.deepEqual(keysOf(), [`trigger ${many.id}:storm`]);

  clock.advance(SECOND_MS);
  const over = await Promise.all(storm.map((each) => resolveIncident(metadata, each, clock.now())));
  await metadata.db
    .updateTable('alert_incidents')
    .set({ status: 'firing' })
    .where('id', '=', over[0]?.id ?? '')
    .execute();
  await tell(many, over.slice(1).map(resolved));
  await deliver();
  assert.equal(keysOf().length, 1);
  clock.advance(SECOND_MS);
  await tell(many, over.slice(0, 1).map(resolved));
  await deliver();

  assert.deepEqual(keysOf(), [`trigger ${many.id}:storm`, `resolve ${many.id}:storm`]);
});

onBothStores(
  'what rolls back queues nothing, and what is queued is queued once',
  async (t, access) => {
    const { metadata, clock } = access;
    const { organization, webhook, tell, deliveries } = await start(t, access);
    const rule = await insertRule(metadata, organization, { channels: [webhook.id, 'chn_gone'] });
    const incident = await insertIncident(metadata, rule, clock.now());

    await assert.rejects(
      metadata.transaction(async (unit) => {
        await queueMessages(unit, rule, [fired(incident)], clock.now());
        throw new Error('no');
      }),
    );
    assert.deepEqual(await deliveries(), []);
    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (host) =>
        tell(rule, [fired(await insertIncident(metadata, rule, clock.now(), { host }))]),
      ),
    );

    assert.equal((await deliveries()).length, 1);
  },
);

onBothStores('a notice reaches the Owners once a day', async (t, access) => {
  const { metadata, clock } = access;
  const { organization, owner, deliver, mails } = await start(t, access);
  const author = await access.join(organization, 'member');
  const notice = {
    title: 'Rule fails',
    body: 'It fails.',
    to: { ownersAnd: [author.email, 'stranger@example.net'] },
    key: 'rule-failing:alr_1',
  };
  const queue = () =>
    metadata.transaction((unit) => queueNotice({ clock }, unit, organization, notice));

  assert.equal(await queue(), true);
  clock.advance(LIMITS.alerts.noticeEveryMs - 1);
  assert.equal(await queue(), false);
  await deliver();
  const first = await mails();
  clock.advance(1);
  assert.equal(await queue(), true);

  assert.deepEqual(
    first.map(({ recipient }) => recipient),
    [owner.email, author.email].toSorted(),
  );
  assert.equal(first[0]?.subject, 'Rule fails');
});

onBothStores('the channel of the Owners needs no row', async (t, access) => {
  const { metadata, clock } = access;
  const { organization, owner, tell, deliver, mails } = await start(t, access);
  await access.join(organization, 'admin');
  const rule = await insertRule(metadata, organization, {
    channels: [OWNERS_CHANNEL],
    groupWait: 0,
  });

  await tell(rule, [fired(await insertIncident(metadata, rule, clock.now()))]);
  await deliver();

  assert.deepEqual(
    (await mails()).map(({ recipient }) => recipient),
    [owner.email],
  );
});
