/**
 * Works on a queue until it is killed, and writes down what it was told: a line before it asks for
 * something, another once the queue has promised it. The lines outlive the process.
 *
 *   node test/crash/queue-child.ts <queue options as JSON> <journal file> <seed>
 */
import { openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { AppError } from '../../src/base/errors.ts';
import { organizationId } from '../../src/base/ids.ts';
import { silentLog } from '../../src/base/log.ts';
import { openQueue, type QueueOptions } from '../../src/engines/queue/open-queue.ts';
import type { Claim, IngestQueue } from '../../src/engines/queue/queue.ts';
import { seededRandom, type SeededRandom } from '../support/seeded-random.ts';
import { nameOf, payloadOf, QUEUE_LIMITS, type JournalLine } from './queue-journal.ts';

const [options = '', journal = '', seed = ''] = process.argv.slice(2);
const file = openSync(journal, 'a');
const random = seededRandom(Number(seed));
const queue = await openQueue(
  { clock: systemClock, log: silentLog, limits: QUEUE_LIMITS },
  JSON.parse(options) as QueueOptions,
);
write(['ready']);
await Promise.all([
  ...[1, 2, 3].map((number) => keepAppending(queue, random, number)),
  ...[1, 2].map(() => keepStoring(queue, random)),
  keepReplaying(queue, random),
]);

async function keepAppending(to: IngestQueue, dice: SeededRandom, appender: number): Promise<void> {
  for (let number = 0; ; number++) {
    const count = dice.integer(1, 5);
    const names = Array.from(
      { length: count },
      (_, part) => `${seed}.${appender}.${number}.${part}`,
    );
    for (const name of names) write(['append?', name]);
    await ignoringOutages(async () => {
      await Promise.all(names.map((name) => appendOne(to, dice, name)));
    });
    if (dice.chance(0.3)) await sleep(dice.integer(0, 5));
  }
}

async function appendOne(to: IngestQueue, dice: SeededRandom, name: string): Promise<void> {
  const bytes = dice.chance(0.02) ? 1_500_000 : dice.pick([10, 300, 3_000, 50_000]);
  await to.append({
    organization: organizationId(dice.pick(['org_acme', 'org_birch', 'org_cedar'])),
    events: 1,
    payload: payloadOf(name, bytes),
  });
  write(['appended', name]);
}

async function keepStoring(from: IngestQueue, dice: SeededRandom): Promise<void> {
  for (;;) {
    await ignoringOutages(async () => {
      const claim = await from.claim({ eventsMax: dice.integer(1, 20), bytesMax: 4_000_000 });
      if (claim === undefined) await from.waitForWork(AbortSignal.timeout(20));
      else {
        write(['claimed', claim.token, claim.attempts, claim.entries.map(nameOf)]);
        await settle(from, dice, claim);
      }
    });
  }
}

async function settle(at: IngestQueue, dice: SeededRandom, claim: Claim): Promise<void> {
  const { token } = claim;
  const fate = dice.integer(0, 99);
  if (fate < 70) {
    write(['acknowledge?', token]);
    await at.acknowledge(claim);
    write(['acknowledged', token]);
  } else if (fate < 80) {
    write(['retry?', token]);
    await at.retryLater(claim, 0);
    write(['retried', token]);
  } else if (fate < 90) {
    write(['dead?', token]);
    await at.deadLetter(claim, 'Refused.');
    write(['dead', token]);
  } else await at.release(claim);
}

async function keepReplaying(at: IngestQueue, dice: SeededRandom): Promise<void> {
  for (;;) {
    await ignoringOutages(async () => {
      await sleep(dice.integer(5, 30));
      if (dice.chance(0.3)) await at.spillOldest(3, 'The store was away.');
      await at.replayDeadLetters({});
    });
  }
}

/** A queue that is away refuses; whoever asked asks again. */
async function ignoringOutages(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'QUEUE_UNAVAILABLE')) throw error;
    write(['refused']);
    await sleep(20);
  }
}

function write(line: JournalLine): void {
  writeSync(file, `${JSON.stringify(line)}\n`);
}
