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

  assert.equal(creates.length, 16);
  assert.deepEqual([same.creates, same.updates, same.deletes], [[], [], []]);
  assert.deepEqual(drifted.drift, [{ kind: 'indexes', key: 'web', fields: ['retentionDays'] }]);
  assert.equal(last.deletes.length, creates.length);
  assert.equal(nothing.creates.length, creates.length);
});
