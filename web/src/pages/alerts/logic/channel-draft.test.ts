import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertChannel } from '../../../../../src/contract/alert-channels.ts';
import {
  changeOfForm,
  draftOfForm,
  EMPTY_CHANNEL,
  formOf,
  needsKeyAgain,
  targetWords,
} from './channel-draft.ts';

const CHANNEL: AlertChannel = {
  id: 'chn_1',
  name: 'ops',
  kind: 'webhook',
  version: 4,
  isBuiltIn: false,
  roles: [],
  members: [],
  addresses: [],
  host: 'hooks.example.com',
  lastFour: 'om/x',
  template: null,
  allowsSamples: false,
  enabled: true,
  disabledReason: null,
  pausedUntil: null,
  failingSince: null,
  lastSentAt: null,
  lastError: null,
  dead: 0,
  previousSecretUntil: null,
  createdBy: null,
  createdAt: null,
  updatedAt: null,
};

test('each kind sends what it takes, and nothing else', () => {
  const form = {
    ...EMPTY_CHANNEL,
    name: ' ops ',
    url: 'https://x.example ',
    key: 'k',
    roles: ['owner'],
  } as const;

  assert.deepEqual(draftOfForm(form), {
    kind: 'email',
    name: 'ops',
    roles: ['owner'],
    members: [],
    addresses: [],
  });
  assert.deepEqual(draftOfForm({ ...form, kind: 'slack' }), {
    kind: 'slack',
    name: 'ops',
    url: 'https://x.example',
    allowsSamples: false,
  });
  assert.deepEqual(draftOfForm({ ...form, kind: 'pagerduty', url: '' }), {
    kind: 'pagerduty',
    name: 'ops',
    key: 'k',
    allowsSamples: false,
  });
  assert.deepEqual(draftOfForm({ ...form, kind: 'webhook', template: '{"a":1}' }), {
    kind: 'webhook',
    name: 'ops',
    url: 'https://x.example',
    allowsSamples: false,
    template: '{"a":1}',
  });
});

test('a change says only what is different, and no secret that was left empty', () => {
  const form = formOf(CHANNEL);

  assert.deepEqual(changeOfForm(form, CHANNEL), { version: 4 });
  assert.deepEqual(changeOfForm({ ...form, name: 'new', url: 'https://y.example' }, CHANNEL), {
    version: 4,
    name: 'new',
    url: 'https://y.example',
  });
  const templated = { ...CHANNEL, template: '{}' };
  assert.deepEqual(changeOfForm({ ...formOf(templated), template: ' ' }, templated), {
    version: 4,
    template: null,
  });
});

test('a target shows where messages go, and what keeps them from it', () => {
  const mail: AlertChannel = {
    ...CHANNEL,
    kind: 'email',
    roles: ['admin'],
    members: ['mem_1'],
    addresses: [{ email: 'on@call.example', confirmed: false }],
  };

  assert.equal(targetWords(CHANNEL, String), 'hooks.example.com …om/x');
  assert.equal(targetWords({ ...CHANNEL, host: null }, String), 'key …om/x');
  assert.equal(
    targetWords(mail, () => 'ada@example.com'),
    'all admins, ada@example.com, on@call.example (not confirmed)',
  );
  assert.equal(
    targetWords({ ...mail, roles: [], members: [], addresses: [] }, String),
    'no recipient left; sent to Owners',
  );
});

test('a key is asked for again when the address is on another host', () => {
  const pager = { ...CHANNEL, kind: 'pagerduty', host: 'events.pagerduty.com' } as const;
  const isAsked = (url: string, channel: AlertChannel = pager) =>
    needsKeyAgain({ ...formOf(channel), url }, channel);

  assert.equal(isAsked(''), false);
  assert.equal(isAsked('https://events.pagerduty.com/v3'), false);
  assert.equal(isAsked(' https://events.eu.pagerduty.com/v2/enqueue '), true);
  assert.equal(isAsked('https://events.pagerduty.com:8443/v2'), true);
  assert.equal(isAsked('https://'), true);
  assert.equal(isAsked('https://elsewhere.example', CHANNEL), false);
});
