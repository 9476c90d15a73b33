import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { createClientAddress } from './client-address.ts';

const addressOf = createClientAddress(['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '2001:db8::7']);

for (const [remote, forwarded, expected] of [
  ['203.0.113.5', undefined, '203.0.113.5'],
  ['203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['10.1.2.3', undefined, '10.1.2.3'],
  ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['11.1.2.3', '198.51.100.1', '11.1.2.3'],
  ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['::ffff:203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['192.0.2.7', '198.51.100.1', '198.51.100.1'],
  ['192.0.2.8', '198.51.100.1', '192.0.2.8'],
  ['fd00::1', '198.51.100.1', '198.51.100.1'],
  ['fe00::1', '198.51.100.1', 'fe00:0:0:0::/64'],
  ['2001:db8::7', '198.51.100.1', '198.51.100.1'],
  ['10.1.2.3', '1.1.1.1, 198.51.100.1 , 10.9.9.9', '198.51.100.1'],
  ['10.1.2.3', '198.51.100.1, nonsense', '10.1.2.3'],
  ['10.1.2.3', '10.1.1.1', '10.1.1.1'],
  [undefined, '198.51.100.1', ''],
] as const) {
  test(`${remote} that speaks for ${forwarded} is ${expected}`, () => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: remote });
    const request = new IncomingMessage(socket);
    if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
    assert.equal(addressOf(request), expected);
  });
}
