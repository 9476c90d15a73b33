/** Every stream on the page about the audit log, created. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import { startAccess } from '../../../test/support/start-access.ts';
import { startStreams } from '../../../test/support/start-streams.ts';
import type { AuditStreamWithSecret } from '../../contract/audit-streams.ts';
import { streamRoutes } from './stream-routes.ts';

const page = readFileSync(new URL('../../../docs/audit.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/^```json example\n(.*?)^```/gms)].map(
  ([, text = '']) => JSON.parse(text) as { readonly name: string; readonly url: string },
);

test('the examples of the page are streams, and entries reach their path', async (t) => {
  const access = await openAccess(t);
  const { needs, receiver, record, ship, send } = await startStreams(t, access);
  const { call } = startAccess(t, access, { mount: (app) => streamRoutes(app, needs) });
  const { owner } = await access.newOrganization();
  await record(owner.actor, 2);
  await ship();
  assert.equal(examples.length, 4);
  for (const example of examples) {
    const created = await call('POST /api/v1/audit-streams', { as: owner, body: example });
    assert.equal(created.status, 201, created.text);
    const { id, version } = created.body.data as AuditStreamWithSecret;
    const url = receiver.url + new URL(example.url).pathname;
    const token = 'token' in example ? { token: example.token } : {};
    const body = { version, url, ...token };
    const moved = await call(`PATCH /api/v1/audit-streams/${id}`, { as: owner, body });
    assert.equal(moved.status, 200, moved.text);
  }
  await ship();
  await send();
  assert.deepEqual(
    [...new Set(receiver.calls.map(({ path }) => path))].toSorted(),
    examples.map(({ url }) => new URL(url).pathname).toSorted(),
  );
});
