import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopbackAddress, isPrivateAddress } from './private-address.ts';

test('private addresses are this machine and networks of its owner', () => {
  const isPrivate = ['127.0.0.1', '127.9.9.9', '::1', '10.0.0.0', '172.16.0.1', '172.31.255.255'];
  isPrivate.push('192.168.1.1', 'fc00::1', 'fdff::1', '::ffff:10.0.0.1');
  for (const address of isPrivate) assert.ok(isPrivateAddress(address), address);
  const isPublic = ['8.8.8.8', '172.15.0.1', '172.32.0.1', '192.169.0.1', '169.254.169.254'];
  isPublic.push(
    '0.0.0.0',
    '::',
    'fe80::1',
    '2001:db8::1',
    '::ffff:8.8.8.8',
    'localhost',
    '',
    '11.0.0.1',
    '10.example.com',
    '9.168.0.1',
    '193.168.0.1',
    '173.16.0.1',
  );
  for (const address of isPublic) assert.ok(!isPrivateAddress(address), address);
});

test('loopback is this machine alone', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    assert.ok(isLoopbackAddress(address), address);
  }
  for (const address of ['10.0.0.1', 'fd00::1', '128.0.0.1', 'localhost']) {
    assert.ok(!isLoopbackAddress(address), address);
  }
});
