/** Follows, on every node that takes or stores events, when some of them could not be found. */
import { setTimeout as sleep } from 'node:timers/promises';
import { noteOutage } from '../../../base/note-outage.ts';
import type { IngestQueue } from '../../../engines/queue/queue.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { createFindConditions } from './find-conditions.ts';
import { createGapNotes, type GapNotes } from './gap-notes.ts';
import { forgetGaps } from './ingest-gaps-table.ts';
import { forgetNodes } from './ingest-nodes-table.ts';
import { type KeepNeeds, keepGaps } from './keep-gaps.ts';
import { recordReturn, recordStop, recordHeartbeat, detectSilentNodes } from './heartbeats.ts';

export interface GapNeeds extends KeepNeeds {
  readonly queue: Pick<IngestQueue, 'depth' | 'front' | 'isSpilling' | 'listDeadLetters' | 'nodes'>;
  readonly holding: Pick<IngestQueue, 'depth'>;
}

export interface GapWatch {
  /** For the endpoints. */
  readonly notes: GapNotes;
  /** Runs one check, for a caller that repeats it every second. */
  look(): Promise<void>;
  /** The last look of a node that stops. */
  stop(): Promise<void>;
}

const { lookEveryMs, signEveryMs, keptMs, tidyEveryMs } = LIMITS.gaps;

/** Made before anything is stored or accepted, so that what an earlier run has left is known as such. */
export function createGapWatch(needs: GapNeeds): GapWatch {
  const { clock, metadata } = needs;
  const notes = createGapNotes(clock);
  const findConditions = createFindConditions({ ...needs, notes });
  const kept = keepGaps(needs);
  let isBack = false;
  let signedAt = -Infinity;
  let tidiedAt = -Infinity;
  return {
    notes,
    async look() {
      if (!isBack) {
        kept.adopt(await recordReturn(needs));
        isBack = true;
      }
      await kept.follow(await findConditions());
      const now = clock.now();
      if (now - signedAt >= signEveryMs) {
        await recordHeartbeat(needs);
        await detectSilentNodes(needs);
        signedAt = now;
      }
      if (now - tidiedAt < tidyEveryMs) return;
      await forgetGaps(metadata, now - keptMs);
      await forgetNodes(metadata, now - keptMs);
      tidiedAt = now;
    },
    stop: () => recordStop(needs),
  };
}

/** Looks again and again. Disposing waits for the look that is under way. */
export function startGapWatch(needs: GapNeeds): AsyncDisposable & Pick<GapWatch, 'notes'> {
  const watch = createGapWatch(needs);
  const stop = new AbortController();
  const running = lookAgainAndAgain(needs, watch, stop.signal);
  return {
    notes: watch.notes,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
      await watch.stop().catch((error: unknown) => {
        needs.log.warn({ err: error }, 'last heartbeat not written');
      });
    },
  };
}

async function lookAgainAndAgain(
  { log }: GapNeeds,
  watch: GapWatch,
  signal: AbortSignal,
): Promise<void> {
  const looks = noteOutage(log, {
    begins: 'recording ingest gaps failed',
    ends: 'recording ingest gaps again',
  });
  while (!signal.aborted) {
    try {
      await watch.look();
      looks.worked();
    } catch (error) {
      // The findings are kept and written by a later check.
      looks.failed(error);
    }
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {});
  }
}
