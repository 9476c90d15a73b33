/** Two hundred ways to write an address that must not be called: not one connection is made. */
import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import {
  countConnections,
  HOSTILE_URLS,
  INSIDE,
  INSIDE_IPV6,
} from '../../../test/support/http/hostile-addresses.ts';
import { openOutbound } from './open-outbound.ts';
import { OutboundError } from './outbound.ts';

test(`none of ${HOSTILE_URLS.length} hostile addresses is called`, async (t) => {
  assert.ok(HOSTILE_URLS.length >= 200);
  const connections = countConnections(t);
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return ['127.0.0.1'];
  };
  const outbound = openOutbound({ networks: [], hosts: [] }, { resolve });

  for (const url of HOSTILE_URLS) {
    await assert.rejects(outbound.send({ url, method: 'GET' }), OutboundError, url);
  }

  assert.equal(connections(), 0);
  assert.ok(asked < 5, `${asked} were taken for names`);
});

test('names that lead inside are not called either', async (t) => {
  const connections = countConnections(t);
  const names = ['localhost', 'localhost.', 'metadata.google.internal', 'evil.example', 'a.nip.io'];

  for (const address of [...INSIDE, ...INSIDE_IPV6, ...INSIDE.map((each) => `::ffff:${each}`)]) {
    const outbound = openOutbound({ networks: [], hosts: [] }, { resolve: async () => [address] });
    for (const name of names) {
      const sending = outbound.send({ url: `https://${name}/`, method: 'POST' });
      await assert.rejects(sending, { code: 'address_refused' }, `${name} ${address}`);
    }
  }

  assert.equal(connections(), 0);
});

test('the machine’s own names lead nowhere either', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connections = countConnections(t);

  const sending = openOutbound({ networks: [], hosts: [] }).send({
    url: `https://localhost:${port}/`,
    method: 'GET',
  });

  await assert.rejects(sending, OutboundError);
  assert.equal(connections(), 0);

  // What is counted here is really what would be seen.
  const allowed = openOutbound({ networks: ['127.0.0.1'], hosts: [] });
  const url = `http://127.0.0.1:${port}/`;
  await assert.rejects(allowed.send({ url, method: 'GET', totalMsMax: 200 }), OutboundError);
  assert.equal(connections(), 1);
});
