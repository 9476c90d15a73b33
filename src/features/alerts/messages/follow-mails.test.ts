import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { deliverMail } from '../../../engines/mail/deliver-mail.ts';
import { MailRefused, MailUnanswered, type MailCarrier } from '../../../engines/mail/mail.ts';
import { runDue } from '../../../engines/schedule/schedule.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { insertIncident, insertRule } from '../../../../test/support/alerts/alert-rows.ts';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { fired, startMessages } from '../../../../test/support/alerts/start-messages.ts';
import { notifyFailingChannels } from '../watching/notify-failing-channels.ts';
import { followMails } from './follow-mails.ts';
import { retryDelivery } from './manage-deliveries.ts';
import { queueNotice } from './queue-notice.ts';

const NO_FILES = { read: async () => undefined };

const { signal } = new AbortController();

/** A channel by mail to two members, and a mail server that does what a test says. */
async function start(t: TestContext, access: AccessUnderTest) {
  const { metadata, clock } = access;
  const messages = await startMessages(t, access);
  const { needs, deliver } = messages;
  const { id: organization, owner } = await access.newOrganization();
  const first = await access.join(organization, 'member');
  const second = await access.join(organization, 'member');
  const draft = {
    kind: 'email',
    name: 'team',
    members: [first.memberId, second.memberId],
  } as const;
  const team = await messages.channel(owner, { ...draft, members: [...draft.members] });
  const rule = await insertRule(metadata, organization, { groupWait: 0, throttle: 0 });
  const taken: string[] = [];
  const outcomes: string[] = [];
  let behave: (to: string) => void = () => {};
  const carrier: MailCarrier = {
    deliver: async ({ to }) => {
      behave(to);
      taken.push(to);
    },
    health: async () => ({ state: 'up' }),
    [Symbol.asyncDispose]: async () => {},
  };
  const following = {
    ...needs,
    noteOutcome: (kind: string, outcome: string) => void outcomes.push(`${kind} ${outcome}`),
  };
  return {
    ...messages,
    owner,
    first,
    second,
    taken,
    outcomes,
    behave: (how: (to: string) => void) => void (behave = how),
    fire: async (host: string, channel = team.id) => {
      const incident = await insertIncident(metadata, rule, clock.now(), { host });
      const settings = { ...rule.settings, channels: [channel] };
      await messages.tell({ ...rule, settings }, [fired(incident)]);
    },
    /** What is due is sent, then followed, then told. */
    work: async () => {
      await deliver();
      await runDue(needs, deliverMail({ ...needs, metadata, carrier, objects: NO_FILES }), signal);
      await followMails(following, signal);
      const telling: Parameters<typeof notifyFailingChannels>[0] = {
        ...needs,
        queueNotice: (...notice) => queueNotice(needs, ...notice),
      };
      await notifyFailingChannels(telling, signal);
    },
    channelRow: () =>
      metadata.db
        .selectFrom('alert_channels')
        .selectAll()
        .where('id', '=', team.id)
        .executeTakeFirstOrThrow(),
    events: () => metadata.db.selectFrom('alert_events').selectAll().execute(),
  };
}

onBothStores('a message of which a mail is refused is dead, and told of', async (t, access) => {
  const { clock } = access;
  const { behave, fire, work, deliveries, channelRow, events, ...more } = await start(t, access);
  const { owner, first, second, taken, outcomes, needs } = more;
  const refuse = (to: string) => {
    if (to === second.email) throw new MailRefused('550 5.1.1 nobody of that name');
  };

  behave(refuse);
  await fire('web-1');
  await work();
  const failing = await channelRow();
  const [dead] = await deliveries();
  const noted = (await events()).filter(({ kind }) => kind === 'delivery_dead');
  clock.advance(LIMITS.alerts.channelFailingMs);
  await work();
  await work();
  const told = taken.filter((to) => to === owner.email).length;
  behave(() => {});
  await retryDelivery(needs, owner.actor, dead?.id ?? '');
  clock.advance(MINUTE_MS);
  await work();
  const well = await channelRow();

  const reason = 'The mail server rejected 1 of 2 emails.';
  assert.deepEqual([dead?.state, dead?.last_error], ['dead', reason]);
  assert.deepEqual([failing.last_error, failing.failing_since !== null], [reason, true]);
  assert.deepEqual(
    noted.map(({ text }) => text),
    [`Notification to team failed: ${reason}`],
  );
  assert.deepEqual(outcomes, ['email dead']);
  assert.equal(told, 1);
  assert.deepEqual(
    (await deliveries()).map(({ state }) => state),
    ['sent', 'sent'],
  );
  const toMembers = taken.filter((to) => to !== owner.email);
  assert.deepEqual(toMembers, [first.email, second.email], 'the other one has it already');
  assert.deepEqual([well.failing_since, well.told_at, well.last_error], [null, null, null]);
});

onBothStores(
  'a mail to Owners that is given up is noted, and mailed to nobody',
  async (t, access) => {
    const { clock } = access;
    const { behave, fire, work, deliveries, events, outcomes } = await start(t, access);
    behave(() => {
      throw new MailUnanswered('ECONNREFUSED 10.1.2.3:25');
    });

    await fire('web-1', OWNERS_CHANNEL);
    await work();
    const before = await deliveries();
    clock.advance(LIMITS.mail.waitMsMax);
    await work();
    clock.advance(LIMITS.alerts.channelFailingMs);
    await work();
    const after = await deliveries();

    assert.deepEqual(
      before.map(({ state }) => state),
      ['sent'],
    );
    assert.deepEqual(
      after.map((row) => [row.state, row.last_error]),
      [['dead', "The mail server didn't accept the email within 24 hours."]],
    );
    assert.equal((await events()).filter(({ kind }) => kind === 'delivery_dead').length, 1);
    assert.deepEqual(outcomes, ['email dead']);
  },
);

onBothStores('a channel by mail fails until every mail of a message is out', async (t, access) => {
  const { clock } = access;
  const { behave, fire, work, channelRow, second } = await start(t, access);
  const sinceAfter = async (host: string) => {
    await fire(host);
    await work();
    clock.advance(MINUTE_MS);
    return (await channelRow()).failing_since;
  };
  const startedAt = clock.now();

  behave((to) => {
    if (to === second.email) throw new MailRefused('550');
  });
  const since = [await sinceAfter('a'), await sinceAfter('b')];
  behave(() => {});
  const well = await sinceAfter('c');

  assert.deepEqual(since, [startedAt, startedAt]);
  assert.equal(well, null);
});
