/** The verbs of channels, on a metadata store alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  HOOK,
  openChannels,
  PAGER,
  problem,
  refusal,
} from '../../../../test/support/alerts/open-channels.ts';
import { AppError } from '../../../base/errors.ts';
import { changeChannel } from './change-channel.ts';
import { openPrevious, openSecret } from './channel-secret.ts';
import { updateChannel } from '../tables/alert-channels-table.ts';
import { confirmAddress } from './confirm-address.ts';
import { findRecipients } from './find-recipients.ts';
import { createChannel, deleteChannel, listChannels, readChannel } from './manage-channels.ts';
import { rotateSecret } from './rotate-secret.ts';
import { testChannel } from './test-channel.ts';

const { signal } = new AbortController();

test('a webhook is created with a key that signs, and shown without it', async (t) => {
  const { needs, actor, row, audit } = await openChannels(t);

  const created = await createChannel(needs, actor, {
    ...HOOK,
    name: ' hook ',
    allowsSamples: true,
  });

  assert.match(created.secret ?? '', /^whsec_/);
  assert.deepEqual(
    [created.name, created.host, created.lastFour, created.allowsSamples, created.version],
    ['hook', 'x.example', 'abcd', true, 1],
  );
  assert.deepEqual(openSecret(needs.secrets, await row(created.id)), {
    url: 'https://x.example/abcd',
    key: created.secret,
  });
  const told = await audit();
  assert.equal(told.length, 1);
  assert.match(
    told[0] ?? '',
    /^alert_channel.created \{"name":"hook","kind":"webhook","allowsSamples":true,"changes":\[/,
  );
  assert.match(told[0] ?? '', /\{"field":"host","after":"x.example"\}/);
  assert.doesNotMatch(told[0] ?? '', /abcd|whsec/);
  const listed = await listChannels(needs, actor);
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['Owners', 'hook'],
  );
  assert.equal((await readChannel(needs, actor, 'chn_owners')).isBuiltIn, true);
  assert.equal((await readChannel(needs, actor, created.id)).name, 'hook');
});

test('other kinds have no key of ours, and mail has no secret', async (t) => {
  const { needs, actor, owner, row } = await openChannels(t);

  const pager = await createChannel(needs, actor, PAGER);
  const mail = await createChannel(needs, actor, {
    kind: 'email',
    name: 'mail',
    addresses: [owner.email],
  });

  assert.deepEqual(
    [pager.secret, pager.host, pager.lastFour],
    [undefined, 'events.pagerduty.com', 'kkkk'],
  );
  assert.deepEqual([mail.secret, mail.allowsSamples], [undefined, true]);
  assert.deepEqual([(await row(mail.id)).secret, (await row(mail.id)).allows_samples], [null, 0]);
  assert.deepEqual(mail.addresses, [{ email: owner.email, confirmed: true }]);
});

test('names are unique, somebody must be named, and members must be members', async (t) => {
  const { needs, actor } = await openChannels(t);
  await createChannel(needs, actor, HOOK);
  const mail = (given: object) =>
    refusal(createChannel(needs, actor, { kind: 'email', name: 'mail', ...given }));

  assert.deepEqual(await refusal(createChannel(needs, actor, HOOK)), [
    'CONFLICT',
    'A channel with this name already exists.',
  ]);
  assert.equal(((await mail({})) as unknown[])[0], 'VALIDATION_ERROR');
  assert.equal(((await mail({ members: ['mem_other'] })) as unknown[])[0], 'NOT_FOUND');
});

test('an organization has 20 channels', async (t) => {
  const { needs, actor } = await openChannels(t);
  for (let i = 0; i < 20; i += 1) await createChannel(needs, actor, { ...HOOK, name: `hook ${i}` });

  assert.deepEqual(await refusal(createChannel(needs, actor, HOOK)), [
    'PLAN_LIMIT_REACHED',
    'An organization can have at most 20 channels.',
  ]);
});

test('a change keeps what it does not name, and counts the version', async (t) => {
  const { needs, actor, row, audit } = await openChannels(t);
  const { id, secret } = await createChannel(needs, actor, HOOK);
  const failing = { failing_since: 1, told_at: 2, paused_until: 3, last_error: 'no' };
  const fail = () =>
    needs.metadata.transaction((unit) => updateChannel(unit, actor.organization, id, failing));
  await fail();

  const renamed = await changeChannel(needs, actor, id, {
    version: 1,
    name: ' other ',
    template: '{"a":"{{value}}"}',
    allowsSamples: true,
  });
  const kept = await row(id);
  const moved = await changeChannel(needs, actor, id, {
    version: 2,
    url: 'https://y.example/wxyz',
  });
  const after = await row(id);

  assert.deepEqual(
    [renamed.name, renamed.template, renamed.allowsSamples, renamed.version],
    ['other', '{"a":"{{value}}"}', true, 2],
  );
  assert.deepEqual([kept.failing_since, kept.told_at, kept.last_error], [1, 2, 'no']);
  assert.deepEqual(
    [moved.host, moved.lastFour, moved.template, moved.version],
    ['y.example', 'wxyz', '{"a":"{{value}}"}', 3],
  );
  assert.deepEqual(
    [after.failing_since, after.told_at, after.paused_until, after.last_error],
    [null, null, null, null],
  );
  assert.notEqual(moved.secret, secret);
  assert.deepEqual(openSecret(needs.secrets, after), {
    url: 'https://y.example/wxyz',
    key: moved.secret,
  });
  assert.equal(
    (await audit())[1],
    'alert_channel.updated {"name":"other","changed":["name","template","allowsSamples"],"changes":[{"field":"name","before":"hook","after":"other"},{"field":"template","before":null,"after":"{\\"a\\":\\"{{value}}\\"}"},{"field":"allowsSamples","before":false,"after":true}]}',
  );
  assert.equal(
    (await audit())[2],
    'alert_channel.updated {"name":"other","changed":["url","secret","host"],"changes":[{"field":"url","secret":"changed"},{"field":"secret","secret":"changed"},{"field":"host","before":"x.example","after":"y.example"}]}',
  );
  assert.equal(
    (await changeChannel(needs, actor, id, { version: 3, allowsSamples: false })).allowsSamples,
    false,
  );
});

test('of what no key opens any more address and key are entered anew, together', async (t) => {
  const { needs, actor, row } = await openChannels(t);
  const { id } = await createChannel(needs, actor, PAGER);
  const chat = await createChannel(needs, actor, { ...HOOK, kind: 'slack', name: 'chat' });
  const lose = (channel: string) =>
    needs.metadata.transaction((unit) =>
      updateChannel(unit, actor.organization, channel, { secret: 'v1:lost' }),
    );
  await lose(id);
  await lose(chat.id);

  const keyAlone = await problem(changeChannel(needs, actor, id, { version: 1, key: 'n' }));
  const urlAlone = await problem(
    changeChannel(needs, actor, id, { version: 1, url: 'https://y.example' }),
  );
  assert.deepEqual([keyAlone?.path, urlAlone?.path], ['url', 'key']);
  const both = { version: 1, url: 'https://y.example', key: 'n'.repeat(32) };
  await changeChannel(needs, actor, id, both);
  await changeChannel(needs, actor, chat.id, { version: 1, url: 'https://z.example' });

  assert.deepEqual(openSecret(needs.secrets, await row(id)), {
    url: 'https://y.example',
    key: 'n'.repeat(32),
  });
  assert.deepEqual(openSecret(needs.secrets, await row(chat.id)), { url: 'https://z.example' });
});

test('a channel is disabled and enabled by hand', async (t) => {
  const { needs, actor, clock, row } = await openChannels(t);
  const { id } = await createChannel(needs, actor, HOOK);

  const disabled = await changeChannel(needs, actor, id, { version: 1, enabled: false });
  const at = (await row(id)).disabled_at;
  await needs.metadata.transaction((unit) =>
    updateChannel(unit, actor.organization, id, { failing_since: 1, told_at: 2 }),
  );
  const enabled = await changeChannel(needs, actor, id, { version: 2, enabled: true });
  const after = await row(id);

  assert.deepEqual(
    [disabled.enabled, disabled.disabledReason, at],
    [false, 'Disabled manually.', clock.now()],
  );
  assert.deepEqual([enabled.enabled, enabled.disabledReason], [true, null]);
  assert.deepEqual([after.failing_since, after.told_at], [null, null]);
});

test('a change needs the present version, and the Owners’ channel stays as it is', async (t) => {
  const { needs, actor } = await openChannels(t);
  const { id } = await createChannel(needs, actor, HOOK);
  const owners = ['CONFLICT', "The default channel to the Owners can't be changed or deleted."];

  assert.deepEqual(await refusal(changeChannel(needs, actor, id, { version: 2, name: 'x' })), [
    'CONFLICT',
    'The channel was changed by someone else. Reload the latest version.',
  ]);
  assert.deepEqual(
    await refusal(changeChannel(needs, actor, 'chn_owners', { version: 1, name: 'x' })),
    owners,
  );
  assert.deepEqual(await refusal(deleteChannel(needs, actor, 'chn_owners')), owners);
  assert.equal(
    ((await refusal(readChannel(needs, actor, 'chn_gone'))) as unknown[])[0],
    'NOT_FOUND',
  );
});

test('a channel is deleted with a word in the audit log', async (t) => {
  const { needs, actor, audit } = await openChannels(t);
  const { id } = await createChannel(needs, actor, HOOK);

  await deleteChannel(needs, actor, id);

  assert.match(
    (await audit())[1] ?? '',
    /^alert_channel.deleted \{"name":"hook","kind":"webhook","changes":\[\{"field":"name","before":"hook"\},/,
  );
  assert.equal(((await refusal(deleteChannel(needs, actor, id))) as unknown[])[0], 'NOT_FOUND');
});

test('a key is rotated, and the one before signs for a day', async (t) => {
  const { needs, actor, clock, row, audit } = await openChannels(t);
  const { id, secret = '' } = await createChannel(needs, actor, HOOK);
  const pager = await createChannel(needs, actor, PAGER);

  const rotated = await rotateSecret(needs, actor, id);

  const after = await row(id);
  assert.notEqual(rotated.secret, secret);
  assert.deepEqual(openSecret(needs.secrets, after), {
    url: 'https://x.example/abcd',
    key: rotated.secret,
  });
  assert.equal(openPrevious(needs.secrets, after, clock.now()), secret);
  assert.deepEqual([(after.previous_until ?? 0) - clock.now(), after.version], [86_400_000, 2]);
  assert.equal(
    (await audit())[2],
    'alert_channel.secret_rotated {"name":"hook","changes":[{"field":"secret","secret":"changed"}]}',
  );
  const only = ['CONFLICT', 'Only webhooks have a signing secret. Change the key instead.'];
  assert.deepEqual(await refusal(rotateSecret(needs, actor, pager.id)), only);
  assert.deepEqual(await refusal(rotateSecret(needs, actor, 'chn_owners')), only);
  assert.equal(
    ((await refusal(rotateSecret(needs, actor, 'chn_gone'))) as unknown[])[0],
    'NOT_FOUND',
  );
});

test('a test is a call without another try', async (t) => {
  for (const [status, state] of [
    [204, 'sent'],
    [500, 'dead'],
  ] as const) {
    const { needs, actor, calls, audit } = await openChannels(t, status);
    const { id } = await createChannel(needs, actor, HOOK);

    const { elapsedMs, ...result } = await testChannel(needs, actor, id, signal);

    const error = status === 500 ? { error: 'The receiver returned 500.' } : {};
    assert.deepEqual(result, { state, status, ...error });
    assert.ok(elapsedMs >= 0);
    assert.deepEqual(calls, ['https://x.example/abcd']);
    const rows = await needs.metadata.db.selectFrom('alert_deliveries').selectAll().execute();
    assert.deepEqual(
      rows.map((row) => [row.channel_id, row.kind, row.state, row.is_closed, row.attempts]),
      [[id, 'test', state, 1, 1]],
    );
    assert.deepEqual([rows[0]?.last_status, rows[0]?.last_error], [status, error.error ?? null]);
    assert.equal(
      (await audit())[1],
      `alert_channel.tested {"state":"${state}","status":${status}}`,
    );
  }
});

test('a test by mail goes to the recipients, and the next one waits', async (t) => {
  const { needs, actor, owner, clock } = await openChannels(t);
  const result = await testChannel(needs, actor, 'chn_owners', signal);
  const soon = await testChannel(needs, actor, 'chn_owners', signal).catch(
    (error: unknown) => error,
  );

  const mails = await needs.metadata.db.selectFrom('mail_outbox').selectAll().execute();
  assert.deepEqual([result.state, result.status], ['sent', null]);
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [owner.email],
  );
  assert(soon instanceof AppError);
  const { retryAfterSeconds = 0 } = soon.facts;
  assert.deepEqual(
    [soon.code, soon.message],
    ['RATE_LIMITED', 'A test mail was just sent. Wait a moment.'],
  );
  clock.advance(retryAfterSeconds * 1_000 - 1);
  assert.equal(
    ((await refusal(testChannel(needs, actor, 'chn_owners', signal))) as unknown[])[0],
    'RATE_LIMITED',
  );
  clock.advance(1);
  assert.equal((await testChannel(needs, actor, 'chn_owners', signal)).state, 'sent');
});

test('an address that is no member’s is asked, once, and confirms within three days', async (t) => {
  const { needs, actor, mails, clock, audit } = await openChannels(t);
  const visitor = { ipAddress: '127.0.0.1', userAgent: 'test' };
  const draft = { kind: 'email', name: 'mail', addresses: ['On@Call.net'] } as const;
  const created = await createChannel(needs, actor, { ...draft, addresses: [...draft.addresses] });
  await createChannel(needs, actor, { ...draft, addresses: ['on@call.net'], name: 'again' });
  const token = /token=(\w+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
  const confirm = (value: string) => confirmAddress(needs, value, visitor);

  assert.deepEqual([mails.length, mails[0]?.to, token.length], [1, 'on@call.net', 43]);
  assert.equal(
    mails[0]?.text,
    [
      'Someone added this email address as a recipient of alerts from their organization on Xplain.',
      '',
      `Confirm within 72 hours: https://logs.example.com/alerts/confirm?token=${token}`,
      '',
      "You won't receive any alerts unless you confirm. If you didn't expect this email, ignore it.",
    ].join('\n'),
  );
  assert.deepEqual(created.addresses, [{ email: 'on@call.net', confirmed: false }]);
  assert.equal(((await refusal(confirm('x'))) as unknown[])[0], 'NOT_FOUND');
  clock.advance(3 * 86_400_000);
  assert.equal(((await refusal(confirm(token))) as unknown[])[0], 'NOT_FOUND');
  clock.advance(-1);
  assert.deepEqual(await confirm(token), { confirmed: true, email: 'on@call.net' });
  assert.equal(((await refusal(confirm(token))) as unknown[])[0], 'NOT_FOUND');
  assert.equal((await audit()).at(-1), 'alert_channel.updated {"confirmed":"on@call.net"}');
  const shown = await readChannel(needs, actor, created.id);
  assert.deepEqual(shown.addresses, [{ email: 'on@call.net', confirmed: true }]);
});

test('mail goes to roles, members and confirmed addresses, or else to the Owners', async (t) => {
  const { access, needs, actor, owner, organization } = await openChannels(t);
  const member = await access.join(organization, 'member');
  const viewer = await access.join(organization, 'viewer');
  await createChannel(needs, actor, { kind: 'email', name: 'mail', addresses: ['on@call.net'] });
  const recipients = (given: Partial<Parameters<typeof findRecipients>[2]>) =>
    findRecipients(needs.metadata, organization, {
      roles: [],
      members: [],
      addresses: [],
      ...given,
    });
  const sorted = (...emails: string[]) => emails.toSorted();

  assert.deepEqual(await recipients({ roles: ['member'] }), [member.email]);
  assert.deepEqual(await recipients({ members: [viewer.memberId] }), [viewer.email]);
  assert.deepEqual(
    await recipients({ roles: ['member'], addresses: [viewer.email] }),
    sorted(member.email, viewer.email),
  );
  assert.deepEqual(await recipients({ addresses: ['on@call.net'] }), [owner.email]);
  const confirmed = { confirmed_at: 1 };
  await needs.metadata.db.updateTable('alert_addresses').set(confirmed).execute();
  assert.deepEqual(await recipients({ addresses: ['on@call.net'] }), ['on@call.net']);
  assert.deepEqual(await recipients({ members: ['mem_gone'] }), [owner.email]);
});
