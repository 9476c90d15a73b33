/** Secrets of channels whose address becomes one on another host. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  HOOK,
  openChannels,
  PAGER,
  problem,
} from '../../../../test/support/alerts/open-channels.ts';
import { changeChannel } from './change-channel.ts';
import { openSecret } from './channel-secret.ts';
import { createChannel } from './manage-channels.ts';
import { rotateSecret } from './rotate-secret.ts';

test('a stored key stays with the host it was entered for', async (t) => {
  const { needs, actor, row } = await openChannels(t);
  for (const kind of ['pagerduty', 'jsm'] as const) {
    const draft = { ...PAGER, kind, name: kind, url: 'https://x.example:8443/a' } as const;
    const { id } = await createChannel(needs, actor, draft);
    const change = (version: number, fields: object) =>
      changeChannel(needs, actor, id, { version, ...fields });

    for (const url of [
      'https://y.example:8443/a',
      'https://x.example/a',
      'http://x.example:8443/a',
      'https://x.example:8443@y.example/a',
      'https://x.example.y.example:8443/a',
    ]) {
      assert.deepEqual(await problem(change(1, { url })), {
        path: 'key',
        message: 'Enter the key again. The stored key is only sent to x.example:8443.',
      });
    }
    assert.equal(openSecret(needs.secrets, await row(id)).url, 'https://x.example:8443/a');

    await change(1, { url: 'https://X.example:8443/b' });
    await change(2, { url: 'https://y.example/a', key: 'n'.repeat(32) });
    assert.deepEqual(openSecret(needs.secrets, await row(id)), {
      url: 'https://y.example/a',
      key: 'n'.repeat(32),
    });
  }
});

test('a webhook on another host gets a secret of its own, at once', async (t) => {
  const { needs, actor, row, audit } = await openChannels(t);
  const { id } = await createChannel(needs, actor, HOOK);
  const { secret } = await rotateSecret(needs, actor, id);

  const sameHost = await changeChannel(needs, actor, id, {
    version: 2,
    url: 'https://x.example/other',
  });
  const kept = openSecret(needs.secrets, await row(id));
  const moved = await changeChannel(needs, actor, id, { version: 3, url: 'https://y.example/' });

  assert.deepEqual([sameHost.secret, kept.key], [undefined, secret]);
  assert.match(moved.secret ?? '', /^whsec_/);
  assert.notEqual(moved.secret, secret);
  const after = await row(id);
  assert.equal(openSecret(needs.secrets, after).key, moved.secret);
  assert.deepEqual([after.previous_secret, after.previous_until], [null, null]);
  assert.equal(
    (await audit()).at(-1),
    'alert_channel.updated {"name":"hook","changed":["url","secret","host"],"changes":[{"field":"url","secret":"changed"},{"field":"secret","secret":"changed"},{"field":"host","before":"x.example","after":"y.example"}]}',
  );
});
