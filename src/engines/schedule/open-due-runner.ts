import type { Metrics } from '../../base/metrics.ts';
import { noteOutage, type OutageNotes } from '../../base/note-outage.ts';
import { SECOND_MS } from '../../spec/units.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { countDue, readOutlook } from './due-rows-table.ts';
import type { DueColumns, DueWork } from './due-work.ts';
import { openLoops } from './open-loops.ts';
import { openDesk, type Desk, type DueNeeds } from './run-due.ts';
import type { DueRunner } from './schedule.ts';
import { waitForReal, type Wait } from './wait.ts';

export interface RunnerNeeds extends DueNeeds {
  readonly metadata: Metadata;
  readonly metrics: Metrics;
  /** Resolves after the time by `clock`, or once the signal aborts. Provided only by tests. */
  readonly wait?: Wait;
}

/** Every node looks for due rows; the claim in the row decides who works on it. */
export function openDueRunner(options: RunnerNeeds): DueRunner {
  const needs = { ...options, wait: options.wait ?? waitForReal };
  const loops = openLoops(needs, 'due work did not stop');
  const seen = createSightings(options.metrics);
  return {
    start(work) {
      const sighting = seen.add(work.name);
      const reporting = { ...needs, report: sighting.report };
      loops.start(work.name, (stop) => workForever(reporting, work, { stop, sighting }));
    },
    [Symbol.asyncDispose]: () => loops[Symbol.asyncDispose](),
  };
}

type LoopNeeds = RunnerNeeds & { readonly wait: Wait };

interface Loop {
  readonly stop: AbortSignal;
  readonly sighting: Sighting;
}

/** Records whether notifications are received and whether rows can be read. */
interface Notes {
  readonly hearing: OutageNotes;
  readonly reading: OutageNotes;
}

async function workForever<Row extends DueColumns>(
  needs: LoopNeeds,
  work: DueWork<Row>,
  { stop, sighting }: Loop,
): Promise<void> {
  const hearing = noteOutage(needs.log, {
    begins: 'due work interrupted',
    ends: 'due work resumed',
  });
  const reading = noteOutage(needs.log, {
    begins: 'reading due rows failed',
    ends: 'reading due rows works again',
  });
  while (!stop.aborted) {
    try {
      await workWhileHeard(needs, work, { stop, sighting, hearing, reading });
    } catch (error) {
      hearing.failed(error, { work: work.name });
      await needs.wait(work.everyMs, stop);
    }
  }
}

async function workWhileHeard<Row extends DueColumns>(
  needs: LoopNeeds,
  work: DueWork<Row>,
  { stop, sighting, hearing, reading }: Loop & Notes,
): Promise<void> {
  const { metadata, wait } = needs;
  const bell = createBell();
  await using _ = await listen(metadata, work, bell);
  await using desk = openDesk(needs, work, stop);
  while (!stop.aborted) {
    const happening = Promise.race([bell.next(), desk.oneEnded()]);
    let pauseMs: number = work.everyMs;
    try {
      pauseMs = await lookOnce(needs, work, desk, sighting);
      hearing.worked({ work: work.name });
      reading.worked({ work: work.name });
    } catch (error) {
      reading.failed(error, { work: work.name });
    }
    if (pauseMs <= 0) continue;
    const awake = new AbortController();
    const signal = AbortSignal.any([stop, awake.signal]);
    await Promise.race([happening, wait(pauseMs, signal)]);
    awake.abort();
  }
}

/** Claims due rows, and returns the delay until the next poll unless something happens earlier. */
async function lookOnce<Row extends DueColumns>(
  { metadata, clock }: LoopNeeds,
  work: DueWork<Row>,
  desk: Desk,
  sighting: Sighting,
): Promise<number> {
  const outlook = await readOutlook(metadata, work);
  const now = clock.now();
  const { nextDueAt, nextLapseAt } = outlook;
  await sighting.note(now, nextDueAt, () => countDue(metadata, work, now));
  const next = Math.min(nextDueAt ?? Infinity, nextLapseAt ?? Infinity);
  if (next > now) return Math.min(next - now, work.everyMs);
  if (desk.isFull()) return work.everyMs;
  if ((await desk.take()) > 0) return 0;
  // Another node was faster, or the waiting owners already use all of their places.
  return desk.isIdle() ? Math.min(work.everyMs, AFTER_OTHERS_MS) : work.everyMs;
}

const AFTER_OTHERS_MS = 50;

interface Bell {
  ring(): void;
  /** Resolves at the next ring after this call. */
  next(): Promise<void>;
}

function createBell(): Bell {
  let rung = Promise.withResolvers<void>();
  return {
    ring() {
      rung.resolve();
      rung = Promise.withResolvers();
    },
    next: () => rung.promise,
  };
}

async function listen<Row extends DueColumns>(
  metadata: Metadata,
  { channel }: DueWork<Row>,
  bell: Bell,
): Promise<AsyncDisposable> {
  if (channel === undefined) return { [Symbol.asyncDispose]: async () => {} };
  return metadata.listen(channel, { onMessage: () => bell.ring(), onGap: () => bell.ring() });
}

/** What a node has seen of one kind of work, for the metrics. */
interface Sighting {
  readonly report: NonNullable<DueNeeds['report']>;
  note(now: number, nextDueAt: number | null, count: () => Promise<number>): Promise<void>;
}

/** Rows are counted no more often than this: with many of them it takes a while. */
const COUNT_EVERY_MS = 10 * SECOND_MS;

function createSightings(metrics: Metrics): { add(work: string): Sighting } {
  const rows = new Map<string, number>();
  const late = new Map<string, number>();
  const gauge = (name: string, help: string, values: ReadonlyMap<string, number>): void =>
    metrics.gauge(
      name,
      help,
      () => [...values].map(([work, value]) => ({ value, labels: { work } })),
      ['work'],
    );
  gauge('xplain_due_rows', 'Due items that no node is processing.', rows);
  gauge('xplain_due_late_seconds', 'How long the oldest due item has been waiting.', late);
  const outcomes = metrics.counter(
    'xplain_due_worked_total',
    'Due items processed by this node, by outcome.',
    ['work', 'outcome'],
  );
  return {
    add(work) {
      let countedAt = Number.NEGATIVE_INFINITY;
      return {
        report: (outcome) => outcomes.add(1, { work, outcome }),
        async note(now, nextDueAt, count) {
          const isLate = nextDueAt !== null && nextDueAt <= now;
          late.set(work, isLate ? (now - nextDueAt) / SECOND_MS : 0);
          if (!isLate) rows.set(work, 0);
          else if (Math.abs(now - countedAt) >= COUNT_EVERY_MS) {
            countedAt = now;
            rows.set(work, await count());
          }
        },
      };
    },
  };
}
