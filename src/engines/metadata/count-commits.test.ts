import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import { silentMetrics } from '../../base/metrics.ts';
import { countCommits } from './count-commits.ts';

test('what is committed is counted, and what is rolled back is not', async (t) => {
  const { metadata } = await openAccess(t);
  let commits = 0;
  const counter = (): { add: (value: number) => void } => ({ add: (value) => (commits += value) });
  const counted = countCommits(metadata, { ...silentMetrics, counter });

  await counted.transaction(async () => {});
  const failing = counted.transaction(() => Promise.reject(new Error('on purpose')));
  await assert.rejects(failing, /on purpose/);

  assert.equal(commits, 1);
  assert.equal(counted.db, metadata.db);
});
