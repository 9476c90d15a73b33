import type { Clock } from '../../base/clock.ts';
import { randomBase62 } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { claimRows, renewRows } from './due-rows-table.ts';
import type { DueColumns, DueWork } from './due-work.ts';
import { workOnRow, type HeldRow, type Outcome } from './work-on-row.ts';

export interface DueNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'dialect' | 'transaction'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Hears of every row that was worked on. */
  readonly report?: (outcome: Outcome) => void;
}

/** Processes due rows until there are none. Any number of nodes may do so at the same time. */
export async function runDue<Row extends DueColumns>(
  needs: DueNeeds,
  work: DueWork<Row>,
  signal: AbortSignal,
): Promise<void> {
  await using desk = openDesk(needs, work, signal);
  while (!signal.aborted) {
    const ended = desk.endedCount();
    const taken = await desk.take();
    // Rows that finished meanwhile may have made room for rows of the same owner.
    if (ended !== desk.endedCount()) continue;
    if (taken === 0 && desk.isIdle()) return;
    if (taken === 0 || desk.isFull()) await desk.oneEnded();
  }
}

/** The rows of one kind that this node works on. Disposing waits for them. */
export interface Desk extends AsyncDisposable {
  /** Claims as many due rows as there are free places, starts them, and returns their number. */
  take(): Promise<number>;
  isIdle(): boolean;
  isFull(): boolean;
  /** Resolves when a row has ended; never, while there is none. */
  oneEnded(): Promise<void>;
  endedCount(): number;
}

export function openDesk<Row extends DueColumns>(
  needs: DueNeeds,
  work: DueWork<Row>,
  stop: AbortSignal,
): Desk {
  const { metadata, clock, log, report } = needs;
  const holder = `${work.name} ${randomBase62(12)}`;
  const held = new Map<HeldRow<Row>, Promise<void>>();
  let ended = Promise.withResolvers<void>();
  let endedCount = 0;
  const renewing = createRenewal(needs, work, holder, held);
  const timer = setInterval(() => void renewing(), work.leaseMs / 3);

  function begin(row: Row): void {
    const lost = new AbortController();
    const one: HeldRow<Row> = { row, lost, renewedAt: clock.now() };
    const done = workOnRow({ metadata, clock, log }, work, one, stop).then((outcome) => {
      held.delete(one);
      report?.(outcome);
      endedCount += 1;
      const { resolve } = ended;
      ended = Promise.withResolvers();
      resolve();
    });
    held.set(one, done);
  }

  return {
    async take() {
      const now = clock.now();
      const rowsMax = work.placesMax - held.size;
      if (rowsMax <= 0) return 0;
      const rows = await claimRows<Row>(metadata, work, {
        holder,
        now,
        leaseUntil: now + work.leaseMs,
        rowsMax,
        perOwnerMax: work.perOwnerMax ?? work.placesMax,
        busy: countOwners(work, held.keys()),
      });
      for (const row of rows) begin(row);
      return rows.length;
    },
    isIdle: () => held.size === 0,
    isFull: () => held.size >= work.placesMax,
    oneEnded: () => ended.promise,
    endedCount: () => endedCount,
    async [Symbol.asyncDispose]() {
      await Promise.all(held.values());
      clearInterval(timer);
    },
  };
}

function countOwners<Row extends DueColumns>(
  { owner }: DueWork<Row>,
  held: Iterable<HeldRow<Row>>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (owner === undefined) return counts;
  for (const { row } of held) {
    const name = String(row[owner]);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/**
 * Renews the claims of all rows on the desk. Rows taken by another node are aborted, and so are rows whose renewal has
 * failed for two thirds of the lease, since they might soon be taken.
 */
function createRenewal<Row extends DueColumns>(
  { metadata, clock, log }: DueNeeds,
  work: DueWork<Row>,
  holder: string,
  held: ReadonlyMap<HeldRow<Row>, unknown>,
): () => Promise<void> {
  let isRunning = false;

  async function renew(all: readonly HeldRow<Row>[]): Promise<void> {
    const now = clock.now();
    const ids = all.map(({ row }) => row.id);
    const fences = await renewRows(metadata, work, {
      holder,
      ids,
      leaseUntil: now + work.leaseMs,
    });
    for (const one of all) {
      if (fences.get(one.row.id) === one.row.fence) one.renewedAt = now;
      // A row that finished meanwhile is no longer claimed.
      else if (held.has(one)) one.lost.abort();
    }
  }

  return async () => {
    const all = [...held.keys()];
    const lateAt = clock.now() - (work.leaseMs * 2) / 3;
    for (const one of all) if (one.renewedAt <= lateAt) one.lost.abort();
    if (isRunning || all.length === 0) return;
    isRunning = true;
    try {
      await renew(all);
    } catch (error) {
      log.warn({ err: error, work: work.name }, 'claims not renewed');
    } finally {
      isRunning = false;
    }
  };
}
