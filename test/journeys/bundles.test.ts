import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BundlePlan } from '../../src/contract/bundles.ts';
import { A_BUNDLE, SECRETS } from '../support/example-bundle.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

test('a whole bundle is applied, changed by hand, found to differ, and emptied', async (t) => {
  const app = await startApp(t, ADMIN_ENVIRONMENT);
  const ada = await signIn(app.url, ADMIN);
  const report = {
    dashboard: 'overview',
    schedule: { every: 'daily', at: '08:00' },
    recipients: [ADMIN.email],
  };
  const bundle = { ...A_BUNDLE, reports: { daily: report } };
  const secrets = SECRETS;
  const ask = (body: object, path = 'plan') =>
    ada.create<BundlePlan>(`/api/v1/config/${path}`, body);

  const { hash, creates } = await ask({ bundle, secrets });
  await ask({ bundle, secrets, hash }, 'apply');
  const same = await ask({ bundle, secrets });
  await ada.change('/api/v1/indexes/web', { retentionDays: 3 });
  const drifted = await ask({ bundle });
  const empty = { xplain: 1, bundle: 'shop' };
  const last = await ask({ bundle: empty });
  const allowed = { allowDeletes: creates.length, allowDelete: ['web', 'app'] };
  await ask({ bundle: empty, hash: last.hash, ...allowed }, 'apply');
  const nothing = await ask({ bundle });

  assert.equal(creates.length, 21);
  assert.deepEqual([same.creates, same.updates, same.deletes], [[], [], []]);
  assert.deepEqual(drifted.drift, [{ kind: 'indexes', key: 'web', fields: ['retentionDays'] }]);
  assert.equal(last.deletes.length, creates.length);
  assert.equal(nothing.creates.length, creates.length);
});

test('no secret is in a plan, a log line, an audit entry or what is pulled', async (t) => {
  const app = await startApp(t, { ...ADMIN_ENVIRONMENT, XPLAIN_LOG_LEVEL: 'debug' });
  const ada = await signIn(app.url, ADMIN);
  const canary = (name: string) => `https://hooks.slack.example/T00/canary-${name}`;
  const bundle = {
    xplain: 1,
    bundle: 'shop',
    channels: {
      ops: { kind: 'slack', url: { env: 'OPS' } },
      call: { kind: 'pagerduty', key: { file: 'key' } },
    },
    exports: {
      archive: {
        mode: 'archive',
        query: 'index=main',
        schedule: { every: '1h' },
        format: 'jsonl',
        destination: { kind: 'webhook', url: { env: 'HOOK' } },
      },
    },
  };
  const secrets = {
    'env:OPS': canary('ops'),
    'file:key': `canary${'k'.repeat(26)}`,
    'env:HOOK': canary('hook'),
    'env:UNUSED': canary('unused'),
  };
  const answers: string[] = [];
  const send = async (method: string, path: string, body?: object): Promise<number> => {
    const answer = await fetch(app.url + path, {
      method,
      headers: { ...ada.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    answers.push(await answer.text());
    return answer.status;
  };
  const { hash } = await ada.create<BundlePlan>('/api/v1/config/plan', { bundle, secrets });
  const applied = await send('POST', '/api/v1/config/apply', { bundle, secrets, hash });
  const stale = await send('POST', '/api/v1/config/apply', { bundle, secrets, hash });
  const literal = { ...bundle, channels: { ops: { kind: 'slack', url: canary('literal') } } };
  const refused = await send('POST', '/api/v1/config/plan', { bundle: literal });
  const other = { ...secrets, 'env:OPS': canary('other') };
  const changed = await send('POST', '/api/v1/config/plan', { bundle, secrets: other });
  const address = '/api/v1/alert-channels/by-key/ops';
  const put = await send('PUT', address, { ...bundle.channels.ops, secrets: other });
  const byKey = await send('PUT', address, { kind: 'slack', url: canary('key') });
  const invalid = await send('PUT', address, { kind: 'slack', urls: 1, secrets: other });
  const reads = [address, '/api/v1/config?bundle=shop', '/api/v1/config?bundle=all&all=true'];
  reads.push('/api/v1/config/things', '/api/v1/audit/export?format=jsonl');
  const read = await Promise.all(reads.map((path) => send('GET', path)));

  assert.deepEqual([applied, stale, refused, changed], [200, 409, 400, 200], answers.join('\n'));
  assert.deepEqual([put, byKey, invalid], [200, 400, 400], answers.join('\n'));
  assert.deepEqual(new Set(read), new Set([200]), answers.join('\n'));
  assert.match(app.output(), /by-key/, 'requests are logged');
  for (const text of [...answers, app.output()]) assert.doesNotMatch(text, /canary/);
});
