import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopbackHost } from './loopback-host.ts';

test('the names and addresses of this very machine count, with or without a port', () => {
  for (const host of ['localhost', 'LOCALHOST:4000', '127.0.0.1', '127.1.22.255:80', '[::1]:1']) {
    assert.equal(isLoopbackHost(host), true, host);
  }
});

test('a name that only leads here does not', () => {
  for (const host of [
    '',
    'localhost.example.com',
    'example.com',
    'notlocalhost',
    '127.0.0.1.example.com',
    '128.0.0.1',
    '::1',
    '[::2]',
    'localhost:',
    'localhost:123456',
    '0.0.0.0',
  ]) {
    assert.equal(isLoopbackHost(host), false, host);
  }
});
