import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlertTables, OURS } from '../../../../test/support/alerts/alert-tables.ts';
import { AppError } from '../../../base/errors.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import { OutboundError } from '../../../engines/outbound/outbound.ts';
import { openSecrets } from '../../../engines/secrets/open-secrets.ts';
import { openPrevious, openSecret, sealPrevious, sealSecret } from './channel-secret.ts';
import {
  checkBodyTemplate,
  checkName,
  checkTaken,
  checkUrl,
  recipientsOf,
  secretOf,
  shownOf,
} from './read-channel-input.ts';
import { showChannel, showOwners } from './show-channel.ts';
import { findChannel } from '../tables/alert-channels-table.ts';

/** What is refused: its code, its place and its words. */
function refusal(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    assert(error instanceof AppError);
    const [detail] = error.facts.details ?? [];
    return [error.code, detail?.path, detail?.message ?? error.message];
  }
}

const KINDS = ['email', 'webhook', 'slack', 'discord', 'teams', 'pagerduty', 'jsm'] as const;
const SETTINGS = ['roles', 'members', 'addresses', 'url', 'template', 'key', 'allowsSamples'];
const TAKEN: Readonly<Record<(typeof KINDS)[number], readonly string[]>> = {
  email: ['roles', 'members', 'addresses'],
  webhook: ['url', 'template', 'allowsSamples'],
  slack: ['url', 'allowsSamples'],
  discord: ['url', 'allowsSamples'],
  teams: ['url', 'allowsSamples'],
  pagerduty: ['url', 'key', 'allowsSamples'],
  jsm: ['url', 'key', 'allowsSamples'],
};

for (const kind of KINDS) {
  test(`a channel of the kind ${kind} takes what belongs to it`, () => {
    const taken = SETTINGS.filter(
      (name) => refusal(() => checkTaken(kind, { [name]: '' })) === undefined,
    );

    assert.deepEqual(taken, TAKEN[kind]);
    checkTaken(kind, { version: 1, name: 'x', enabled: true, kind });
    assert.deepEqual(
      refusal(() => checkTaken(kind, { other: 1 })),
      ['VALIDATION_ERROR', 'other', `Not supported by channels of type ${kind}.`],
    );
  });
}

test('a name is trimmed, and is not that of the Owners', () => {
  assert.equal(checkName(' hook '), 'hook');
  assert.deepEqual(
    refusal(() => checkName(' OWNERS ')),
    ['CONFLICT', undefined, 'A channel with this name already exists.'],
  );
});

test('an address that cannot be called is refused in words', () => {
  const check = (error: Error) => () =>
    checkUrl(
      {
        check: () => {
          throw error;
        },
      },
      'https://x.example',
    );

  assert.deepEqual(refusal(check(new OutboundError('address_refused'))), [
    'VALIDATION_ERROR',
    'url',
    'This resolves to an address that is not public.',
  ]);
  assert.throws(check(new TypeError('defect')), TypeError);
});

test('a template is a JSON object with known placeholders', () => {
  const checked = (template: string | null | undefined) =>
    refusal(() => checkBodyTemplate(template));

  for (const fine of [undefined, null, '{"a":"{{value}}"}']) assert.equal(checked(fine), undefined);
  assert.deepEqual(checked('{"a":'), [
    'VALIDATION_ERROR',
    'template',
    'Invalid JSON. Put placeholders inside strings.',
  ]);
  assert.deepEqual(checked('[]'), [
    'VALIDATION_ERROR',
    'template',
    'The template must be a JSON object.',
  ]);
  assert.deepEqual(checked('{"a":"{{nothing}}"}'), [
    'VALIDATION_ERROR',
    'template',
    'Unknown placeholder {{nothing}}. Available: rule.name, severity, value, condition, from, to, url, runbook, count, group.<field>.',
  ]);
});

test('a secret is made of what was entered, of what was there, and of what is usual', () => {
  const before = { url: 'https://old.example', key: 'old' };

  assert.equal(secretOf('email', { url: 'https://x.example' }, undefined), undefined);
  assert.deepEqual(secretOf('webhook', { url: 'https://x.example' }, undefined), {
    url: 'https://x.example',
  });
  assert.deepEqual(secretOf('webhook', { key: 'new' }, before), {
    url: 'https://old.example',
    key: 'new',
  });
  assert.deepEqual(secretOf('jsm', { url: 'https://x.example' }, before), {
    url: 'https://x.example',
    key: 'old',
  });
  assert.equal(
    secretOf('pagerduty', {}, undefined)?.url,
    'https://events.pagerduty.com/v2/enqueue',
  );
  assert.equal(
    secretOf('jsm', {}, undefined)?.url,
    'https://api.atlassian.com/jsm/ops/integration',
  );
});

test('of a secret its host and four characters are shown', () => {
  const secret = { url: 'https://hooks.example.com/abcd', key: 'k-1234' };

  for (const kind of ['pagerduty', 'jsm'] as const) {
    assert.deepEqual(shownOf(kind, secret), { host: 'hooks.example.com', lastFour: '1234' });
  }
  assert.deepEqual(shownOf('webhook', secret), { host: 'hooks.example.com', lastFour: 'abcd' });
  assert.equal(shownOf('jsm', { url: secret.url }).lastFour, 'abcd');
});

test('addresses are compared in small letters, each once', () => {
  assert.deepEqual(recipientsOf({}), {});
  assert.deepEqual(
    recipientsOf({ roles: ['owner'], members: ['m'], addresses: ['A@b.c', 'a@B.c'] }),
    { roles: ['owner'], members: ['m'], addresses: ['a@b.c'] },
  );
});

test('a channel that is called has a secret, and for a while the one before', () => {
  const secrets = openSecrets({ secret: 'x'.repeat(40), previous: undefined });
  const place = { id: 'chn_1', organization_id: 'org_1' };
  const secret = sealSecret(secrets, place, { url: 'https://x.example', key: 'k' });
  const kept = sealPrevious(secrets, place, 'before');
  const previous = (row: object, now: number) =>
    openPrevious(secrets, { ...place, ...row } as AlertChannelRow, now);

  assert.deepEqual(openSecret(secrets, { ...place, secret }), {
    url: 'https://x.example',
    key: 'k',
  });
  assert.throws(
    () => openSecret(secrets, { ...place, secret: null }),
    /a channel that is called has a secret/,
  );
  assert.equal(previous({ previous_secret: kept, previous_until: 10 }, 9), 'before');
  assert.equal(previous({ previous_secret: kept, previous_until: 10 }, 10), undefined);
  assert.equal(previous({ previous_secret: kept, previous_until: null }, 0), undefined);
  assert.equal(previous({ previous_secret: null, previous_until: 10 }, 0), undefined);
});

const NOTHING = { confirmed: new Set<string>(), dead: new Map<string, number>(), now: 1_000 };

test('a channel is shown without its secret', async (t) => {
  const { metadata, putChannel } = await openAlertTables(t);
  const settings = { roles: ['owner'], addresses: ['a@b.c', 'd@e.f'], host: 'h', lastFour: 'four' };
  await putChannel({
    id: 'chn_1',
    name: 'hook',
    settings: JSON.stringify(settings),
    secret: 'sealed',
    allows_samples: 1,
    paused_until: 1_001,
    previous_until: 1_000,
    failing_since: 5,
    last_sent_at: 6,
    last_error: 'no',
    version: 3,
  });
  const row = (await findChannel(metadata, OURS, 'chn_1')) ?? assert.fail();
  const shown = { ...NOTHING, confirmed: new Set(['d@e.f']), dead: new Map([['chn_1', 4]]) };

  const channel = showChannel(row, { ...shown, ownersSentAt: null });

  assert.deepEqual(channel, {
    id: 'chn_1',
    name: 'hook',
    kind: 'webhook',
    version: 3,
    isBuiltIn: false,
    roles: ['owner'],
    members: [],
    addresses: [
      { email: 'a@b.c', confirmed: false },
      { email: 'd@e.f', confirmed: true },
    ],
    host: 'h',
    lastFour: 'four',
    template: null,
    allowsSamples: true,
    enabled: true,
    disabledReason: null,
    pausedUntil: '1970-01-01T00:00:01.001Z',
    failingSince: '1970-01-01T00:00:00.005Z',
    lastSentAt: '1970-01-01T00:00:00.006Z',
    lastError: 'no',
    dead: 4,
    previousSecretUntil: null,
    createdBy: 'usr_example',
    createdAt: '1970-01-01T00:00:00.000Z',
    updatedAt: '1970-01-01T00:00:00.000Z',
  });
  const other = {
    ...row,
    allows_samples: 0,
    disabled_at: 1,
    paused_until: null,
    failing_since: null,
  };
  const { allowsSamples, enabled, pausedUntil, failingSince, dead } = showChannel(other, {
    ...NOTHING,
    ownersSentAt: null,
  });
  assert.deepEqual(
    [allowsSamples, enabled, pausedUntil, failingSince, dead],
    [false, false, null, null, 0],
  );
  const mail = showChannel({ ...other, kind: 'email' }, { ...NOTHING, ownersSentAt: null });
  assert.equal(mail.allowsSamples, true);
});

test('the channel of the Owners is there for everybody', () => {
  const dead = new Map([['chn_owners', 2]]);
  const owners = showOwners({ dead, ownersSentAt: 7 });

  assert.deepEqual(
    [owners.isBuiltIn, owners.roles, owners.allowsSamples, owners.enabled, owners.version],
    [true, ['owner'], true, true, 1],
  );
  assert.deepEqual([owners.dead, owners.lastSentAt], [2, '1970-01-01T00:00:00.007Z']);
  const { dead: none, lastSentAt } = showOwners({ dead: new Map(), ownersSentAt: null });
  assert.deepEqual([none, lastSentAt], [0, null]);
});
