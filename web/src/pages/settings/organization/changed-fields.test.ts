import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields } from './changed-fields.ts';

const before = {
  name: 'Acme',
  timezone: 'UTC',
  retentionDays: 30,
  oauthProviders: { google: true, github: true },
  allowedNetworks: ['10.0.0.0/8'],
  isAuditOpen: false,
};

test('nothing changed, nothing sent', () => {
  assert.deepEqual(changedFields(before, { ...before }), {});
  assert.deepEqual(
    changedFields(before, { ...before, name: ' Acme ', allowedNetworks: [' 10.0.0.0/8', ''] }),
    {},
  );
});

test('only what differs is sent', () => {
  const draft = {
    ...before,
    retentionDays: 7,
    oauthProviders: { google: false, github: true },
    allowedNetworks: ['10.0.0.0/8', '192.0.2.7', ''],
  };
  assert.deepEqual(changedFields(before, draft), {
    retentionDays: 7,
    oauthProviders: { google: false, github: true },
    allowedNetworks: ['10.0.0.0/8', '192.0.2.7'],
  });
});
