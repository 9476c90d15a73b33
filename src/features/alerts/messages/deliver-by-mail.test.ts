import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { deliverMail } from '../../../engines/mail/deliver-mail.ts';
import { MailUnanswered, type Mail, type MailCarrier } from '../../../engines/mail/mail.ts';
import { runDue } from '../../../engines/schedule/schedule.ts';
import { isoTime } from '../../../base/clock.ts';
import { showOwners } from '../channels/show-channel.ts';
import { shownWith } from '../channels/shown-with.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { insertIncident, insertRule } from '../../../../test/support/alerts/alert-rows.ts';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { fired, startMessages } from '../../../../test/support/alerts/start-messages.ts';

const NO_FILES = { read: async () => undefined };

const LINE = 'payment failed for order 7';

async function start(t: TestContext, access: AccessUnderTest, channels: readonly string[]) {
  const messages = await startMessages(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const settings = { channels: [...channels], groupWait: 0, throttle: 0 };
  const rule = await insertRule(access.metadata, organization, settings);
  const fire = async (host: string, more: readonly string[] = []) => {
    const incident = await insertIncident(access.metadata, rule, access.clock.now(), { host });
    const given = { ...rule, settings: { ...rule.settings, channels: [...channels, ...more] } };
    await messages.tell(given, [fired(incident)]);
  };
  return { ...messages, organization, owner, fire };
}

onBothStores('a mail server that is away for two hours gets each mail once', async (t, access) => {
  const { clock, metadata } = access;
  const { fire, deliver, needs, deliveries, organization } = await start(t, access, [
    OWNERS_CHANNEL,
  ]);
  const startedAt = clock.now();
  const shown = async () => showOwners(await shownWith({ metadata, clock }, organization));
  assert.equal((await shown()).lastSentAt, null);
  const taken: (Mail & { messageId: string })[] = [];
  const carrier: MailCarrier = {
    deliver: async (mail) => {
      if (clock.now() - startedAt < 2 * HOUR_MS) throw new MailUnanswered('ECONNREFUSED');
      taken.push(mail);
    },
    health: async () => ({ state: 'ok' }) as never,
    [Symbol.asyncDispose]: async () => {},
  };
  const post = () =>
    runDue(
      needs,
      deliverMail({ ...needs, metadata, carrier, objects: NO_FILES }),
      new AbortController().signal,
    );

  for (let minute = 0; minute < 140; minute += 1) {
    if (minute < 3) await fire(`web-${minute}`);
    await deliver();
    await post();
    clock.advance(MINUTE_MS);
  }

  assert.deepEqual(taken.map(({ text }) => /host=(web-\d)/.exec(text)?.[1] ?? '').toSorted(), [
    'web-0',
    'web-1',
    'web-2',
  ]);
  const ids = (await deliveries()).map(({ id }) => id);
  assert.ok(taken.every(({ messageId }) => ids.some((id) => messageId.startsWith(`${id}-`))));
  // When it was handed on, which is what other channels tell, too.
  assert.equal((await shown()).lastSentAt, isoTime(startedAt + 2 * MINUTE_MS));
});

onBothStores(
  'lines of logs leave by mail, elsewhere where an Admin allowed it',
  async (t, access) => {
    const { fire, deliver, channel, owner, receiver, mails } = await start(t, access, [
      OWNERS_CHANNEL,
    ]);
    const url = (path: string): string => `${receiver.url}/${path}`;
    const closed = await channel(owner, { kind: 'webhook', name: 'closed', url: url('closed') });
    const open = await channel(owner, {
      kind: 'webhook',
      name: 'open',
      url: url('open'),
      allowsSamples: true,
    });

    await fire('web-7', [closed.id, open.id]);
    await deliver();

    const bodyOf = (path: string): string =>
      receiver.calls.find((call) => call.path === `/${path}`)?.body ?? '';
    assert.match((await mails())[0]?.text ?? '', new RegExp(LINE));
    assert.ok(bodyOf('open').includes(LINE));
    assert.ok(bodyOf('closed').length > 0 && !bodyOf('closed').includes(LINE));
  },
);

onBothStores('what was erased before the first try is in no message', async (t, access) => {
  const { clock } = access;
  const messages = await start(t, access, []);
  const { fire, deliver, channel, owner, receiver, events } = messages;
  const draft = { kind: 'webhook', name: 'x', url: receiver.url, allowsSamples: true } as const;
  const open = await channel(owner, draft);
  receiver.behave(() => ({ status: 500 }));
  await fire('early', [open.id]);
  await deliver();
  events.clear();
  await fire('late', [open.id]);
  clock.advance(MINUTE_MS);
  await deliver();

  const bodies = receiver.calls.map(({ body }) => body);
  const early = bodies.filter((body) => body.includes('early'));
  const late = bodies.filter((body) => body.includes('late') && !body.includes('early'));
  // The words of the first try are those of all tries.
  assert.equal(early.length, 2);
  assert.equal(new Set(early).size, 1);
  assert.ok(early[0]?.includes(LINE));
  assert.equal(late.length, 1);
  assert.ok(!late[0]?.includes(LINE));
});

onBothStores(
  'who has left gets nothing, and when nobody is left the Owners do',
  async (t, access) => {
    const messages = await start(t, access, []);
    const { fire, deliver, channel, owner, organization, mails } = messages;
    const member = await access.join(organization, 'member');
    await access.join(organization, 'viewer');
    const draft = {
      kind: 'email',
      name: 'team',
      roles: ['member'],
      members: [member.memberId],
    } as const;
    const team = await channel(owner, {
      ...draft,
      roles: [...draft.roles],
      members: [...draft.members],
    });

    await fire('first', [team.id]);
    await deliver();
    const before = (await mails()).map(({ recipient }) => recipient);
    await access.metadata.db.deleteFrom('members').where('id', '=', member.memberId).execute();
    await access.metadata.db.deleteFrom('mail_outbox').execute();
    await fire('second', [team.id]);
    await deliver();

    assert.deepEqual(before, [member.email]);
    assert.deepEqual(
      (await mails()).map(({ recipient }) => recipient),
      [owner.email],
    );
  },
);
