import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { createFairSlots, type FairSlots } from '../../../engines/threads/fair-slots.ts';
import {
  findBaseline,
  runSearch,
  type SearchNeeds,
  type SearchResult,
} from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SHARED_ROWS } from '../definition/read-query.ts';
import type { Statement } from './statement.ts';

/** On whose behalf statements run, and with which of the slots for searches. */
export interface Asker {
  readonly actor: Actor;
  readonly search: SearchNeeds;
  /** Refreshes take turns by it. */
  readonly refresh: string;
  /** The slots that the statements of the refresh share. */
  readonly slots: FairSlots;
  /** Only these indexes are known to it. */
  readonly indexes?: ReadonlySet<string>;
  /** Who queries service health if the asker could not search for it. */
  readonly services?: Pick<Asker, 'actor' | 'indexes'>;
}

/** The slots that refreshes of one organization share on this node. */
export interface RefreshSlots {
  /** Resolves with what gives the slot back; rejects when none came free in time. */
  take(organization: string, refresh: string): Promise<() => void>;
}

export function createRefreshSlots(
  slotsMax: number = LIMITS.dashboards.statementsPerOrganization,
  waitMsMax: number = LIMITS.dashboards.slotWaitMsMax,
): RefreshSlots {
  const byOrganization = new Map<string, { readonly slots: FairSlots; users: number }>();
  return {
    async take(organization, refresh) {
      const known = byOrganization.get(organization);
      const shared = known ?? { slots: createFairSlots(slotsMax), users: 0 };
      byOrganization.set(organization, shared);
      shared.users += 1;
      const done = (): void => {
        shared.users -= 1;
        if (shared.users === 0) byOrganization.delete(organization);
      };
      const leave = await shared.slots.take(refresh, waitMsMax);
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
  const message = 'Other panels of this organization took too long. Retry in a moment.';
  return new AppError('QUERY_SLOTS_BUSY', message, { retryAfterSeconds: 1 });
}

/** Runs a statement; `rows` are those of the statement it continues from. */
export async function runStatement(
  asker: Asker,
  statement: Statement,
  base: SearchResult | undefined,
  signal: AbortSignal,
): Promise<SearchResult> {
  const { tree, range, now, timeZone, rowsMax, isAdvised, isOfServices } = statement;
  const { search } = asker;
  const { actor, indexes } = (isOfServices && asker.services) ?? asker;
  const input = {
    tree,
    earliest: isoTime(range.from),
    latest: isoTime(range.to),
    timeZone,
    now,
    limit: rowsMax,
    waitMsMax: LIMITS.dashboards.slotWaitMsMax,
    isAdvised: isAdvised === true,
    ...(indexes === undefined ? {} : { indexes }),
    ...(base === undefined
      ? {}
      : { given: { name: SHARED_ROWS, columns: base.columns, rows: base.rows } }),
  };
  if (statement.isCompared !== true) return (await runSearch(search, actor, input, signal)).data;
  if (base?.comparison !== undefined) {
    const { data } = await runSearch(search, actor, input, signal);
    return { ...data, comparison: base.comparison };
  }
  const { waitMsMax } = input;
  const asked = { range, waitMsMax, ...(indexes === undefined ? {} : { indexes }) };
  const [{ data }, baseline] = await Promise.all([
    runSearch(search, actor, input, signal),
    findBaseline(search, actor, tree, asked, signal),
  ]);
  return { ...data, comparison: { from: input.earliest, to: input.latest, ...baseline } };
}
