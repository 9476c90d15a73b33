import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId, userId } from '../../base/ids.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import { changeAccess } from './change-access.ts';

const ORGANIZATION = organizationId('org_1');

/** What happens, in order, in a change that does what the work says. */
async function stepsOf(work: Parameters<typeof changeAccess<string>>[2]) {
  const steps: string[] = [];
  const unit = {
    notify: async (channel: string, payload: string) =>
      void steps.push(`tell ${channel} of ${payload}`),
  } as Unit;
  const needs = {
    metadata: {
      transaction: async <T>(run: (given: Unit) => Promise<T>): Promise<T> => {
        const result = await run(unit);
        steps.push('commit');
        return result;
      },
    },
    cache: { forget: (subject: string) => void steps.push(`forget ${subject}`) },
  };
  const answer = await changeAccess(needs, ORGANIZATION, work).catch(
    (error: unknown) => `failed: ${String(error)}`,
  );
  return [...steps, answer];
}

test('everybody is told with the change, and this node forgets before it answers', async () => {
  const steps = await stepsOf(async (_unit, touch) => {
    touch(userId('usr_1'));
    touch(ORGANIZATION);
    return 'done';
  });

  assert.deepEqual(steps, [
    'tell access of org_1',
    'tell access of usr_1',
    'commit',
    'forget org_1',
    'forget usr_1',
    'done',
  ]);
});

test('a change that fails tells nobody; whether it was kept nobody can know, so it is forgotten', async () => {
  const steps = await stepsOf(async (_unit, touch) => {
    touch(userId('usr_1'));
    throw new Error('the store is away');
  });

  assert.deepEqual(steps, ['forget org_1', 'forget usr_1', 'failed: Error: the store is away']);
});
