import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSmtpUrl } from './smtp-server.ts';

test('an address without a login goes as it is, encrypted when the server offers it', () => {
  assert.deepEqual(readSmtpUrl('smtp://relay.example'), {
    host: 'relay.example',
    port: 587,
    secure: false,
    requireTLS: false,
  });
});

test('a login leaves this machine only encrypted', () => {
  assert.equal(readSmtpUrl('smtp://u:p@relay.example').requireTLS, true);
  assert.equal(readSmtpUrl('smtp://u:p@127.evil.example').requireTLS, true);
  assert.equal(readSmtpUrl('smtp://u:p@127.0.0.1:25').requireTLS, false);
  assert.equal(readSmtpUrl('smtp://u:p@[::1]:25').requireTLS, false);
  assert.equal(readSmtpUrl('smtp://u:p@localhost').requireTLS, false);
});

test('smtps is encrypted from the first byte', () => {
  assert.deepEqual(readSmtpUrl('smtps://u%40x:p%2F%3A@relay.example:4650'), {
    host: 'relay.example',
    port: 4650,
    secure: true,
    requireTLS: true,
    auth: { user: 'u@x', pass: 'p/:' },
  });
  assert.equal(readSmtpUrl('smtps://relay.example').port, 465);
});

test('what is no such address is refused without quoting it', () => {
  for (const text of [
    '',
    'relay.example:25',
    'http://u:hunter2@relay',
    'smtp://',
    'smtp://u:%zz@h',
  ]) {
    assert.throws(
      () => readSmtpUrl(text),
      (error: Error) => !error.message.includes('hunter2'),
    );
  }
});
