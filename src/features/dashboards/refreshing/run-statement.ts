import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { createFairTurns, type FairTurns } from '../../../engines/threads/fair-turns.ts';
import { runSearch, type SearchNeeds, type SearchResult } from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SHARED_ROWS } from '../definition/read-query.ts';
import type { Statement } from './statement.ts';

/** On whose behalf statements run, and with which of the places for searches. */
export interface Asker {
  readonly actor: Actor;
  readonly search: SearchNeeds;
  /** Refreshes take turns by it. */
  readonly refresh: string;
  /** The places that the statements of the refresh share. */
  readonly turns: FairTurns;
  /** Only these indexes are known to it. */
  readonly indexes?: ReadonlySet<string>;
  /** Who asks how services are, where the asker could not search for it. */
  readonly services?: Pick<Asker, 'actor' | 'indexes'>;
}

/** The places that refreshes of one organization share on this node. */
export interface RefreshPlaces {
  /** Resolves with what gives the place back; rejects when none came free in time. */
  take(organization: string, refresh: string): Promise<() => void>;
}

export function createRefreshPlaces(
  places: number = LIMITS.dashboards.statementsPerOrganization,
  waitMsMax: number = LIMITS.dashboards.turnWaitMsMax,
): RefreshPlaces {
  const lines = new Map<string, { readonly turns: FairTurns; users: number }>();
  return {
    async take(organization, refresh) {
      const line = lines.get(organization) ?? { turns: createFairTurns(places), users: 0 };
      lines.set(organization, line);
      line.users += 1;
      const done = (): void => {
        line.users -= 1;
        if (line.users === 0) lines.delete(organization);
      };
      const leave = await line.turns.take(refresh, waitMsMax);
      if (leave === undefined) {
        done();
        throw busy();
      }
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        leave();
        done();
      };
    },
  };
}

function busy(): AppError {
  const message = 'Other panels of this organization took too long. Try again in a moment.';
  return new AppError('QUERY_SLOTS_BUSY', message, { retryAfterSeconds: 1 });
}

/** How long a statement waits before it asks again for a place among the searches of people. */
const PAUSE_MS = 50;

/** Runs a statement; `rows` are those of the one it goes on from. */
export async function runStatement(
  asker: Asker,
  { tree, range, now, timeZone, rowsMax, isOfServices }: Statement,
  base: SearchResult | undefined,
  signal: AbortSignal,
): Promise<SearchResult> {
  const { search } = asker;
  const { actor, indexes } = (isOfServices && asker.services) ?? asker;
  const input = {
    tree,
    earliest: isoTime(range.from),
    latest: isoTime(range.to),
    timeZone,
    now,
    limit: rowsMax,
    ...(indexes === undefined ? {} : { indexes }),
    ...(base === undefined
      ? {}
      : { given: { name: SHARED_ROWS, columns: base.columns, rows: base.rows } }),
  };
  const until = performance.now() + LIMITS.dashboards.turnWaitMsMax;
  for (;;) {
    try {
      return (await runSearch(search, actor, input, signal)).data;
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'QUERY_SLOTS_BUSY';
      if (!isBusy || performance.now() >= until || signal.aborted) throw error;
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}
