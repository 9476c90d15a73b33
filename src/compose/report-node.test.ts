import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../base/log.ts';
import { silentMetrics } from '../base/metrics.ts';
import type { DeadLetter } from '../engines/queue/queue.ts';
import { LIMITS } from '../spec/limits.ts';
import { reportDeadLetters } from './report-node.ts';

test('dead letters are counted each minute, up to a bound; where they cannot be, nothing is told', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { deadLettersCountedMax, deadLettersEveryMs } = LIMITS.queue;
  const letter = {} as DeadLetter;
  let waiting = 0;
  let isAway = false;
  let looks = 0;
  let read = (): unknown => undefined;
  const metrics: typeof silentMetrics = {
    ...silentMetrics,
    gauge: (_name, _help, reader) => void (read = reader),
  };
  const queue = {
    listDeadLetters: async (_filter: object, { limit }: { readonly limit: number }) => {
      looks += 1;
      if (isAway) throw new Error('away');
      return Array.from({ length: Math.min(limit, waiting) }, () => letter);
    },
  };
  using _reporting = reportDeadLetters({ metrics, log: silentLog, queue });
  const settle = async (): Promise<unknown> => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    return read();
  };

  assert.deepEqual(read(), [], 'not known yet');
  assert.equal(await settle(), 0);
  for (const count of [deadLettersCountedMax, deadLettersCountedMax + 1]) {
    waiting = count;
    t.mock.timers.tick(deadLettersEveryMs - 1);
    const before = looks;
    t.mock.timers.tick(1);
    assert.equal(looks, before + 1);
    assert.equal(await settle(), deadLettersCountedMax);
  }
  isAway = true;
  t.mock.timers.tick(deadLettersEveryMs);
  assert.deepEqual(await settle(), []);
});
