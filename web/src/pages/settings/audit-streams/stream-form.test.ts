import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditStream } from '../../../../../src/contract/audit-streams.ts';
import { changeOf, draftOf, EMPTY_STREAM, formOf, stateOf } from './stream-form.ts';

const STREAM: AuditStream = {
  id: 'aud_1',
  name: 'SIEM',
  version: 3,
  enabled: true,
  kind: 'webhook',
  format: 'json',
  host: 'siem.example.com',
  sentTo: 150,
  waiting: 0,
  lagSeconds: 0,
  replay: null,
  failingSince: null,
  failures: 0,
  lastError: '',
  nextAttemptAt: null,
  lastSentAt: null,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:00:00.000Z',
  updatedAt: '2026-11-15T08:00:00.000Z',
};

test('a new stream is sent with what its kind needs', () => {
  const form = { ...EMPTY_STREAM, name: ' SIEM ', url: ' https://siem.example.com/x ', token: 't' };

  assert.deepEqual(draftOf(form), {
    name: 'SIEM',
    url: 'https://siem.example.com/x',
    kind: 'webhook',
    format: 'json',
  });
  assert.equal(draftOf({ ...form, kind: 'splunk' }).token, 't');
  assert.equal(draftOf({ ...form, from: 1 }).from, 1);
});

test('a change has only what differs', () => {
  const form = formOf(STREAM);

  assert.equal(changeOf(form, STREAM), undefined);
  assert.deepEqual(changeOf({ ...form, enabled: false, url: 'https://a.example' }, STREAM), {
    version: 3,
    url: 'https://a.example',
    enabled: false,
  });
});

test('the state of a stream is what matters most about it', () => {
  const failing = { ...STREAM, failingSince: STREAM.createdAt, waiting: 5 };

  assert.equal(stateOf(STREAM).word, 'up to date');
  assert.equal(stateOf({ ...STREAM, waiting: 2 }).word, 'sending');
  assert.equal(stateOf({ ...STREAM, replay: { from: 1, to: 2 } }).word, 'replaying');
  assert.equal(stateOf(failing).word, 'failing');
  assert.equal(stateOf({ ...failing, enabled: false }).word, 'disabled');
});
