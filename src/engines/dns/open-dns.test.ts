import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDns } from '../../../test/support/identity/start-dns.ts';
import { LIMITS } from '../../spec/limits.ts';
import { openDns } from './open-dns.ts';

test('records are found with their parts joined, missing names are told from failing servers', async (t) => {
  const { server, records, failing, asked } = await startDns(t);
  const dns = openDns({ timeoutMs: LIMITS.identity.dnsMsMax, servers: [server] });
  records.set('_xplain.acme.com', [['v=spf1'], ['xplain-', 'domain']]);
  records.set('_xplain.empty.com', []);
  failing.add('_xplain.broken.com');

  const found = await dns.readTxt('_xplain.acme.com');
  const empty = await dns.readTxt('_xplain.empty.com');
  const missing = await dns.readTxt('_xplain.nowhere.com');
  const broken = await dns.readTxt('_xplain.broken.com');

  assert.deepEqual(found, { kind: 'found', records: ['v=spf1', 'xplain-domain'] });
  assert.deepEqual([empty.kind, missing.kind, broken.kind], ['none', 'none', 'failed']);
  assert.ok(asked.includes('_xplain.acme.com'));
});

test('a server that does not answer is a failure, after its time', async () => {
  const dns = openDns({ timeoutMs: 200, servers: ['127.0.0.1:9'] });

  assert.deepEqual(await dns.readTxt('_xplain.acme.com'), { kind: 'failed' });
});
