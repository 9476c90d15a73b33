import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { AlertChannel } from '../../../contract/alert-channels.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { insertIncident, insertRule } from '../../../../test/support/alerts/alert-rows.ts';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { fired, startMessages } from '../../../../test/support/alerts/start-messages.ts';
import { channelRoutes } from './channel-routes.ts';

const PATH = '/api/v1/alert-channels';
const CONFIRM = 'POST /api/v1/alert-addresses/confirm';

async function start(t: TestContext, access: AccessUnderTest) {
  const messages = await startMessages(t, access);
  const { call } = startAccess(t, access, {
    rates: { public: 0 },
    mount: (app) => channelRoutes(app, messages.needs),
  });
  const { id: organization, owner } = await access.newOrganization();
  const create = (addresses: readonly string[], name = 'oncall') =>
    call(`POST ${PATH}`, { as: owner, body: { kind: 'email', name, addresses } });
  const tokens = (): string[] =>
    access.mails.map(({ text }) => /confirm\?token=(\w+)/.exec(text)?.[1] ?? '');
  return { ...messages, call, organization, owner, create, tokens };
}

onBothStores(
  'an address that is no member’s gets alerts once it has confirmed',
  async (t, access) => {
    const { metadata, clock } = access;
    const messages = await start(t, access);
    const { call, create, tokens, organization, owner, tell, deliver, mails } = messages;
    const created = await create(['OnCall@Example.net', owner.email]);
    const channel = created.body.data as AlertChannel;
    const rule = await insertRule(metadata, organization, {
      channels: [channel.id],
      groupWait: 0,
      throttle: 0,
    });
    const fire = async (host: string) => {
      await tell(rule, [fired(await insertIncident(metadata, rule, clock.now(), { host }))]);
      await deliver();
      const to = (await mails()).map(({ recipient }) => recipient);
      await metadata.db.deleteFrom('mail_outbox').execute();
      return to;
    };

    const before = await fire('a');
    const wrong = await call(CONFIRM, { body: { token: 'x'.repeat(43) } });
    const confirmed = await call(CONFIRM, { body: { token: tokens()[0] } });
    const twice = await call(CONFIRM, { body: { token: tokens()[0] } });
    clock.advance(1_000);
    const after = await fire('b');
    const shown = await call(`GET ${PATH}/${channel.id}`, { as: owner });

    assert.deepEqual(channel.addresses, [
      { email: 'oncall@example.net', confirmed: false },
      { email: owner.email, confirmed: true },
    ]);
    assert.deepEqual(
      access.mails.map(({ to }) => to),
      ['oncall@example.net'],
    );
    assert.deepEqual(before, [owner.email]);
    assert.equal(wrong.status, 404);
    assert.deepEqual(confirmed.body.data, { confirmed: true, email: 'oncall@example.net' });
    assert.equal(twice.status, 404);
    assert.deepEqual(after, ['oncall@example.net', owner.email].toSorted());
    assert.equal((shown.body.data as AlertChannel).addresses[0]?.confirmed, true);
    const rows = await metadata.db.selectFrom('alert_addresses').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(tokens()[0] ?? '?'));
  },
);

onBothStores('a link is good for its time', async (t, access) => {
  const { call, create, tokens } = await start(t, access);
  await create(['one@example.net'], 'one');
  await create(['two@example.net'], 'two');

  access.clock.advance(LIMITS.alerts.confirmMsMax - 1);
  const early = await call(CONFIRM, { body: { token: tokens()[0] } });
  access.clock.advance(1);
  const late = await call(CONFIRM, { body: { token: tokens()[1] } });

  assert.deepEqual([early.status, late.status], [200, 404]);
});

onBothStores('nobody fills a box with questions', async (t, access) => {
  const { call, create, owner } = await start(t, access);
  const { perRecipientMax, invitationEveryMs } = access.needs.mailLimits;
  const email = 'victim@example.net';
  const { id, version } = (await create([email])).body.data as AlertChannel;
  let seen = version;
  const again = async () => {
    const body = { version: seen, addresses: [email] };
    const answer = await call(`PATCH ${PATH}/${id}`, { as: owner, body });
    if (answer.status === 200) seen += 1;
    return answer.status;
  };

  assert.equal(await again(), 200);
  assert.equal(access.mails.length, 1, 'the last question is too fresh');
  for (let count = 1; count < perRecipientMax; count += 1) {
    access.clock.advance(invitationEveryMs);
    assert.equal(await again(), 200);
  }
  assert.equal(access.mails.length, perRecipientMax);
  access.clock.advance(invitationEveryMs);
  assert.equal(await again(), 429);

  assert.equal(access.mails.length, perRecipientMax);
  const other = await access.newOrganization();
  const theirs = await call(`POST ${PATH}`, {
    as: other.owner,
    body: { kind: 'email', name: 'x', addresses: [email] },
  });
  assert.equal(theirs.status, 429, 'it counts whoever asks');
});
