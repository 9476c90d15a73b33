import type { Log } from '../../../base/log.ts';
import type { SearchNeeds } from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { createTurnsOf } from '../../../base/turns-of.ts';
import type { RefreshNeeds } from './refresh.ts';
import { createRefreshSlots } from './run-statement.ts';
import { openStatements } from './statements.ts';

/** State shared by all refreshes of this node: cached answers, running statements, slots and turns. */
export function openRefreshing({
  search,
  log,
}: {
  readonly search: SearchNeeds;
  readonly log: Log;
}): RefreshNeeds {
  const statements = openStatements({ clock: search.clock, slots: createRefreshSlots() });
  const { refreshMsMax } = LIMITS.dashboards;
  return { search, log, statements, decide: createTurnsOf(), refreshMsMax };
}
