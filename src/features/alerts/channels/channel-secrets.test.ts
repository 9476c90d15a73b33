import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { AlertChannelWithSecret } from '../../../contract/alert-channels.ts';
import { openSecrets } from '../../../engines/secrets/open-secrets.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { startMessages } from '../../../../test/support/alerts/start-messages.ts';
import { type ReceivedCall, startReceiver } from '../../../../test/support/start-receiver.ts';
import { changeChannel } from './change-channel.ts';
import { openSecret } from './channel-secret.ts';
import { createChannel } from './manage-channels.ts';
import { renewChannelSecrets } from './renew-channel-secrets.ts';
import { rotateSecret } from './rotate-secret.ts';
import { testChannel } from './test-channel.ts';

const { secretOverlapMs } = LIMITS.alerts;
const signal = new AbortController().signal;

async function start(t: TestContext, access: AccessUnderTest) {
  // Whoever verifies a signature goes by the real time.
  access.clock.advance(Date.now() - access.clock.now());
  const messages = await startMessages(t, access);
  const { owner } = await access.newOrganization();
  const draft = { kind: 'webhook', name: 'ops', url: `${messages.receiver.url}/x` } as const;
  const channel = await createChannel(messages.needs, owner.actor, draft);
  const send = async (needs = messages.needs): Promise<ReceivedCall> => {
    await testChannel(needs, owner.actor, channel.id, signal);
    const call = messages.receiver.calls.at(-1);
    assert.ok(call !== undefined);
    return call;
  };
  return { ...messages, owner, channel, send };
}

function isSignedBy(secret: string | undefined, { body, headers }: ReceivedCall): boolean {
  try {
    new Webhook(secret ?? '').verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

onBothStores('messages are signed as Standard Webhooks say', async (t, access) => {
  const { channel, send } = await start(t, access);

  const call = await send();

  assert.ok(isSignedBy(channel.secret, call));
  assert.ok(!isSignedBy('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', call));
  assert.ok(!isSignedBy(channel.secret, { ...call, body: `${call.body} ` }));
  assert.equal(call.headers['content-type'], 'application/json');
});

onBothStores('for a day after a change both secrets sign', async (t, access) => {
  const { channel, send, needs, owner, receiver } = await start(t, access);
  const old = channel.secret;

  const rotated: AlertChannelWithSecret = await rotateSecret(needs, owner.actor, channel.id);
  const both = await send();
  // A new address on the same host keeps its secrets.
  const change = { version: rotated.version, url: `${receiver.url}/moved` };
  await changeChannel(needs, owner.actor, channel.id, change);
  const moved = await send();
  access.clock.advance(secretOverlapMs - 1);
  const last = await send();
  access.clock.advance(1);
  const after = await send();

  const told = (await access.auditOf(owner.actor.organization)).filter(
    ({ action }) => action === 'alert_channel.secret_rotated',
  );
  assert.deepEqual(
    told.map(({ resource, actor }) => [resource, actor]),
    [[channel.id, owner.email]],
  );
  assert.doesNotMatch(JSON.stringify(told), /whsec_/);
  assert.notEqual(rotated.secret, old);
  assert.ok(rotated.previousSecretUntil !== null);
  for (const call of [both, moved]) {
    assert.ok(isSignedBy(old, call) && isSignedBy(rotated.secret, call));
  }
  assert.equal(moved.path, '/moved');
  assert.equal(String(last.headers['webhook-signature']).split(' ').length, 2);
  assert.equal(String(after.headers['webhook-signature']).split(' ').length, 1);
});

onBothStores('no key of a service reaches another host', async (t, access) => {
  const { owner, needs, receiver } = await start(t, access);
  const other = await startReceiver(t);
  const key = 'k'.repeat(32);
  for (const kind of ['pagerduty', 'jsm'] as const) {
    const { id } = await createChannel(needs, owner.actor, {
      kind,
      name: kind,
      key,
      url: receiver.url,
    });
    await assert.rejects(changeChannel(needs, owner.actor, id, { version: 1, url: other.url }), {
      code: 'VALIDATION_ERROR',
    });

    await testChannel(needs, owner.actor, id, signal);
    assert.ok(JSON.stringify(receiver.calls.at(-1)).includes(key));
  }
  assert.deepEqual(other.calls, []);
});

onBothStores('secrets are renewed under another key of the installation', async (t, access) => {
  const { channel, send, needs, owner } = await start(t, access);
  const rotated = await rotateSecret(needs, owner.actor, channel.id);
  const changed = openSecrets({ secret: 'y'.repeat(40), previous: 'x'.repeat(40) });
  const alone = { ...needs, secrets: openSecrets({ secret: 'y'.repeat(40), previous: undefined }) };

  const unread = await testChannel(alone, owner.actor, channel.id, signal);
  await renewChannelSecrets({ ...needs, secrets: changed }, signal);
  const call = await send(alone);

  assert.equal(unread.state, 'dead');
  assert.match(unread.error ?? '', /secret of the installation/);
  assert.ok(isSignedBy(rotated.secret, call) && isSignedBy(channel.secret, call));
});

onBothStores('a kept address opens nothing in another row', async (t, access) => {
  const { channel, needs, owner, receiver } = await start(t, access);
  const other = await createChannel(needs, owner.actor, {
    kind: 'webhook',
    name: 'other',
    url: `${receiver.url}/other`,
  });
  const row = await access.metadata.db
    .selectFrom('alert_channels')
    .selectAll()
    .where('id', '=', channel.id)
    .executeTakeFirstOrThrow();

  assert.equal(openSecret(needs.secrets, row).url, `${receiver.url}/x`);
  assert.throws(() => openSecret(needs.secrets, { ...row, id: other.id }), {
    name: 'UnreadableSecret',
  });
});
