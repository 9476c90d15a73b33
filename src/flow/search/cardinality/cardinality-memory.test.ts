import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../base/errors.ts';
import type { Actor } from '../../../base/actor.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { createCardinalityMemory } from './cardinality-memory.ts';

const actor = { organization: 'org_a' } as unknown as Actor;

async function faultsOf(error: Error): Promise<unknown[]> {
  const faults: unknown[] = [];
  const memory = createCardinalityMemory({
    clock: { now: () => 1_000 },
    limits: LIMITS,
    estimate: () => Promise.reject(error),
    reportFault: (fault, organization) => void faults.push([fault, organization]),
  });
  memory.renew(actor);
  assert.equal(memory.peek(actor), undefined);
  await nextTurn();
  return faults;
}

test('a fault of an estimate in the background is reported and ends nothing', async () => {
  const fault = new Error('The log store refused a statement.');
  assert.deepEqual(await faultsOf(fault), [[fault, 'org_a']]);
});

test('a store that is away is no fault', async () => {
  assert.deepEqual(await faultsOf(new AppError('STORAGE_UNAVAILABLE', 'away')), []);
});
