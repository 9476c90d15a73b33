import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../base/ids.ts';
import type { Claim } from '../../engines/queue/queue.ts';
import { createStoredTimes } from './stored-times.ts';

function claimOf(from: number, count: number): Claim {
  const organization = organizationId('org_a');
  const payload = new Uint8Array();
  const entries = Array.from({ length: count }, (_, at) => ({
    position: BigInt(from + at),
    organization,
    events: 1,
    payload,
  }));
  return { token: 't', entries, events: count, bytes: 0, attempts: 0, isRepeated: false };
}

test('the times of the last 65,536 requests are known, older ones are forgotten', () => {
  const times = createStoredTimes();

  times.note(claimOf(0, 65_536), 5);
  assert.equal(times.find(0n), 5);
  times.note(claimOf(65_536, 2), 6);

  assert.deepEqual(
    [0n, 1n, 2n, 65_537n, 65_538n].map((position) => times.find(position)),
    [undefined, undefined, 5, 6, undefined],
  );
});
