/** The Terraform example of the page, by the requests that its provider makes: create, read, update, read, delete. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import { readHcl } from '../../../test/support/read-hcl.ts';
import { startBundles } from '../../../test/support/start-bundles.ts';

const page = readFileSync(
  new URL('../../../docs/configuration-as-code.md', import.meta.url),
  'utf8',
);
const [, example = ''] = /^```hcl\n(.*?)^```/ms.exec(page) ?? [];

interface Resource {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly ephemeral_body?: Record<string, unknown>;
  readonly update_header?: Record<string, string>;
}

test('a generic REST provider keeps what the page shows, and sees no difference', async (t) => {
  const access = await openAccess(t);
  const { call, get } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const key = await access.newKey(owner, 'full-access');
  const slack = 'https://hooks.slack.example/T00/canary-tf';
  const blocks = readHcl(example, { xplain_api_key: key, ops_slack_url: slack });
  const provider = blocks.find(({ type }) => type === 'provider')?.attributes ?? {};
  const { http } = provider['security'] as { http: { token: { token: string } } };
  const as = http.token.token;
  const resources = blocks
    .filter(({ type }) => type === 'resource')
    .map(({ attributes }) => attributes as unknown as Resource);
  const { create_method: method, update_method: update } = provider;
  const selector = resources.map((each) => (each as { read_selector?: string }).read_selector);
  const read = async ({ path }: Resource) => {
    const answer = await call(`GET ${path}`, { as });
    return [answer.status, answer.body.data] as const;
  };

  assert.equal(as, key);
  assert.equal(method, 'PUT');
  assert.equal(update ?? 'PUT', 'PUT', "the provider's default");
  assert.ok(resources.length >= 3);
  assert.deepEqual(new Set(selector), new Set(['data']));
  for (const resource of resources) {
    const { path, body, ephemeral_body: secret = {} } = resource;
    assert.equal((await read(resource))[0], 404);
    const created = await call(`PUT ${path}`, { as, body: { ...body, ...secret } });
    assert.equal(created.status, 201, created.text);
    assertNoDifference(body, (await read(resource))[1], path);
  }
  for (const resource of resources) {
    const { path, body, ephemeral_body: secret = {}, update_header: headers = {} } = resource;
    const [, before] = await read(resource);
    assertNoDifference(body, before, `${path}: a second plan`);
    const changed = { ...body, name: `${path.split('/').at(-1)} of the shop` };
    const hasName = typeof (before as { name?: string }).name === 'string';
    const next = hasName ? changed : { ...body, description: 'changed' };
    const updated = await call(`PUT ${path}`, { as, headers, body: { ...next, ...secret } });
    assert.equal(updated.status, 200, updated.text);
    assertNoDifference(next, (await read(resource))[1], path);
  }
  const channels = await get(owner, '/api/v1/alert-channels');
  assert.ok(channels.some((each) => each['lastFour'] === 'y-tf'));
  for (const resource of resources.toReversed()) {
    const deleted = await call(`DELETE ${resource.path}`, { as });
    assert.deepEqual([deleted.status, (await read(resource))[0]], [200, 404]);
  }
});

/** The provider compares what its configuration names, and nothing else. */
function assertNoDifference(wanted: unknown, present: unknown, at: string): void {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) {
    assert.deepEqual(present, wanted, at);
    return;
  }
  for (const [name, value] of Object.entries(wanted)) {
    assertNoDifference(value, (present as Record<string, unknown>)[name], `${at}.${name}`);
  }
}
