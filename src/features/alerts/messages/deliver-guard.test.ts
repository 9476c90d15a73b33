/** Nothing that a tenant types in leads where it must not, and nothing of it is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOutbound } from '../../../engines/outbound/open-outbound.ts';
import { runDue } from '../../../engines/schedule/schedule.ts';
import { insertIncident, insertRule } from '../../../../test/support/alerts/alert-rows.ts';
import {
  openAccess,
  onBothStores,
  type AccessUnderTest,
} from '../../../../test/support/open-access.ts';
import {
  fired,
  startMessages,
  type MessagesUnderTest,
} from '../../../../test/support/alerts/start-messages.ts';
import { startReceiver } from '../../../../test/support/start-receiver.ts';
import { deliverMessages } from './deliver.ts';

async function fire(access: AccessUnderTest, messages: MessagesUnderTest, url: string) {
  const { id: organization, owner } = await access.newOrganization();
  const draft = { kind: 'slack', name: 'chat', url } as const;
  const channel = await messages.channel(owner, draft);
  const settings = { channels: [channel.id], groupWait: 0 };
  const rule = await insertRule(access.metadata, organization, settings);
  await messages.tell(rule, [
    fired(await insertIncident(access.metadata, rule, access.clock.now())),
  ]);
  return { owner, channel };
}

onBothStores('an answer that leads elsewhere is not followed', async (t, access) => {
  const messages = await startMessages(t, access);
  const elsewhere = await startReceiver(t);
  messages.receiver.behave(() => ({ status: 302, headers: { location: elsewhere.url } }));
  await fire(access, messages, `${messages.receiver.url}/T0/token-of-chat`);

  await messages.deliver();

  assert.equal(messages.receiver.calls.length, 1);
  assert.equal(elsewhere.connections(), 0);
  const [row] = await messages.deliveries();
  assert.equal(row?.state, 'waiting');
  assert.match(row.last_error ?? '', /redirect, which is not followed/);
});

test('a name that leads inside when it is called reaches nobody', async (t) => {
  const access = await openAccess(t);
  const found = ['127.0.0.1', '10.0.0.5'];
  const messages = await startMessages(t, access, {
    outbound: { resolve: async () => found },
  });
  await fire(access, messages, `http://rebind.example.com:${messages.receiver.port}/token-of-chat`);

  await messages.deliver();

  assert.equal(messages.receiver.connections(), 0);
  const [row] = await messages.deliveries();
  assert.equal(row?.last_error, 'This resolves to an address that is not public.');
  assert.ok(!JSON.stringify(messages.lines).includes('token-of-chat'));
  assert.ok(!JSON.stringify(messages.lines).includes('rebind'));
});

test('what the operator has closed since is not called any more', async (t) => {
  const access = await openAccess(t);
  const messages = await startMessages(t, access);
  await fire(access, messages, `${messages.receiver.url}/token-of-chat`);
  const closed = { ...messages.needs, outbound: openOutbound({ networks: [], hosts: [] }) };

  await runDue(closed, deliverMessages(closed), new AbortController().signal);

  assert.equal(messages.receiver.connections(), 0);
  assert.equal((await messages.deliveries())[0]?.state, 'waiting');
});

test('an address that can never be called is refused when it is saved', async (t) => {
  const access = await openAccess(t);
  const messages = await startMessages(t, access, { networks: [] });
  const { owner } = await access.newOrganization();
  const refused = [
    'http://hooks.example.com/x',
    'https://127.0.0.1/x',
    'https://0x7f.1/x',
    'https://10.1.2.3/x',
    'https://100.64.0.1/x',
    'https://169.254.169.254/latest',
    'https://192.0.0.1/x',
    'https://198.18.0.1/x',
    'https://[::1]/x',
    'https://[fe80::1]/x',
    'https://[fc00::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[64:ff9b::a00:1]/x',
    'https://[2002:a00:1::]/x',
    'https://ada:secret@hooks.example.com/x',
    'https://hooks.example.com:22/x',
  ];

  for (const url of refused) {
    for (const kind of ['webhook', 'slack', 'discord', 'teams'] as const) {
      await assert.rejects(
        messages.channel(owner, { kind, name: 'x', url }),
        (error: { code?: string; facts?: unknown; message: string }) =>
          error.code === 'VALIDATION_ERROR' &&
          !JSON.stringify([error.message, error.facts]).includes(url),
        url,
      );
    }
    for (const kind of ['pagerduty', 'jsm'] as const) {
      const draft = { kind, name: 'x', url, key: 'k'.repeat(32) };
      await assert.rejects(messages.channel(owner, draft), { code: 'VALIDATION_ERROR' }, url);
    }
  }
});

onBothStores('neither secrets nor addresses stand in rows, logs or answers', async (t, access) => {
  const messages = await startMessages(t, access);
  messages.receiver.behave(() => ({ status: 400 }));
  const { id: organization, owner } = await access.newOrganization();
  const { url } = messages.receiver;
  const words = ['very-secret-path', 'K3Y'.repeat(11)];
  const drafts = [
    { kind: 'slack', name: 'a', url: `${url}/very-secret-path` },
    { kind: 'jsm', name: 'b', url: `${url}/very-secret-path`, key: words[1] ?? '' },
    { kind: 'pagerduty', name: 'c', url: `${url}/very-secret-path`, key: words[1] ?? '' },
  ] as const;
  const channels = [];
  for (const draft of drafts) channels.push(await messages.channel(owner, draft));
  const hook = await messages.channel(owner, {
    kind: 'webhook',
    name: 'd',
    url: `${url}/very-secret-path`,
  });
  const rule = await insertRule(access.metadata, organization, {
    channels: [...channels, hook].map(({ id }) => id),
    groupWait: 0,
  });
  await messages.tell(rule, [
    fired(await insertIncident(access.metadata, rule, access.clock.now())),
  ]);

  await messages.deliver();

  assert.equal(messages.receiver.calls.length, 4);
  const rows = await access.metadata.db.selectFrom('alert_channels').selectAll().execute();
  const audit = await access.auditOf(organization);
  const { secret = '', ...shown } = hook;
  const told = JSON.stringify([
    rows,
    audit,
    messages.lines,
    channels,
    shown,
    await messages.deliveries(),
  ]);
  for (const word of [...words, secret]) assert.ok(!told.includes(word), word.slice(0, 6));
});
