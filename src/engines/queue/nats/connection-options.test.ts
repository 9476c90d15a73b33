import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { connectionOptions } from './connection-options.ts';

function optionsOf(...servers: string[]) {
  const { servers: hosts, user, pass, token, tls } = connectionOptions(LIMITS.queue, servers);
  return { hosts, user, pass, token, tls };
}

test('addresses come without credentials, which are said once', () => {
  assert.deepEqual(optionsOf('nats://one:4222', 'nats://two:4223'), {
    hosts: ['one:4222', 'two:4223'],
    user: undefined,
    pass: undefined,
    token: undefined,
    tls: undefined,
  });
  const named = optionsOf('nats://some%40body:p%3Ass@one:4222', 'nats://two');
  assert.deepEqual(named.hosts, ['one:4222', 'two']);
  assert.deepEqual([named.user, named.pass], ['some@body', 'p:ss']);
  assert.equal(optionsOf('nats://s3cret@one').token, 's3cret');
});

test('one secure address makes the whole cluster secure', () => {
  assert.deepEqual(optionsOf('tls://one:4222', 'tls://two:4222').tls, {});
});

test('it never gives up connecting again', () => {
  const options = connectionOptions(LIMITS.queue, ['nats://one']);

  assert.equal(options.maxReconnectAttempts, -1);
  assert.equal(options.timeout, LIMITS.queue.appendMsMax);
});
