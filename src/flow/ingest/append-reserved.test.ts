import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logRecord } from '../../../test/support/log-records.ts';
import { organizationId } from '../../base/ids.ts';
import { FOOTER_BYTES, openPayload } from '../../base/queue-payload.ts';
import { appendReserved } from './append-reserved.ts';

const organization = organizationId('org_a');

function bench() {
  const appended: unknown[] = [];
  const needs: Parameters<typeof appendReserved>[0] = {
    queue: {
      append: async ({ organization: owner, events, payload }) => {
        const { sentBytes, acceptedAt } = openPayload(payload);
        appended.push([owner, events, sentBytes, acceptedAt]);
        return 1n;
      },
    },
    encoder: { encode: () => ({ payload: new Uint8Array(FOOTER_BYTES), idOf: () => '' }) },
    clock: { now: () => 41 },
  };
  return { needs, appended };
}

test('what the platform says of itself is queued, and counts for nothing', async () => {
  const { needs, appended } = bench();
  const records = [logRecord({ index: '_audit' }), logRecord({ index: '_audit' })];

  await appendReserved(needs, 'guard/audit', organization, records);

  assert.deepEqual(appended, [['org_a', 2, 0, 41]]);
});

test('a room writes to no index but its own', async () => {
  const { needs, appended } = bench();

  for (const index of ['main', '_other']) {
    const records = [logRecord({ index: '_audit' }), logRecord({ index })];
    await assert.rejects(appendReserved(needs, 'guard/audit', organization, records), {
      message: `the index ${index} is not written by guard/audit`,
    });
  }

  assert.deepEqual(appended, []);
});
