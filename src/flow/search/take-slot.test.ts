import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../base/clock.ts';
import { organizationId } from '../../base/ids.ts';
import { openMemoryCounters } from '../../engines/counters/memory/open-memory-counters.ts';
import { createFairTurns } from '../../engines/threads/fair-turns.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { inSlot } from './take-slot.ts';

const { slotsPerOrganization, slotsPerNode } = LIMITS.query;

function open(slotWaitMsMax: number = LIMITS.query.slotWaitMsMax) {
  const needs = {
    counters: openMemoryCounters({ clock: systemClock, limits: LIMITS.counters }),
    turns: createFairTurns(slotsPerNode),
    limits: { ...LIMITS, query: { ...LIMITS.query, slotWaitMsMax } },
  };
  const ends: (() => void)[] = [];
  const started: string[] = [];
  /** Runs until the next of `ends` is called. */
  const run = (organization: string, name = organization): Promise<void> => {
    const actor = {
      organization: organizationId(`org_${organization}`),
      who: { kind: 'system', job: 'test' },
      permissions: new Set<never>(),
      ipAddress: '127.0.0.1',
      userAgent: '',
    } as const;
    return inSlot(needs, actor, () => {
      started.push(name);
      return new Promise((resolve) => ends.push(() => resolve(undefined)));
    });
  };
  return { run, ends, started };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

test('an organization that comes last is served before further queries of those that fill the node', async () => {
  const { run, ends, started } = open();
  const all: Promise<void>[] = [];
  for (let i = 0; i < slotsPerNode; i += 1) all.push(run(i % 2 === 0 ? 'a' : 'b'));
  await settle();
  for (let i = 0; i < slotsPerOrganization; i += 1) all.push(run('c', `c${i}`));
  all.push(run('d'));
  await settle();
  assert.equal(started.length, slotsPerNode);

  ends.shift()?.();
  ends.shift()?.();
  await settle();
  assert.deepEqual(started.slice(slotsPerNode), ['c0', 'd']);

  while (ends.length > 0) {
    ends.shift()?.();
    await settle();
  }
  await Promise.all(all);
});

test('whoever waits too long for a place is told to come back, and holds nothing', async () => {
  const { run, ends } = open(10);
  const all = Array.from({ length: slotsPerNode }, (_, i) => run(i % 2 === 0 ? 'a' : 'b'));
  await settle();

  await assert.rejects(run('c'), { code: 'QUERY_SLOTS_BUSY' });
  for (const end of ends) end();
  await Promise.all(all);
  const again = run('c');
  await settle();
  ends.at(-1)?.();

  await again;
});
