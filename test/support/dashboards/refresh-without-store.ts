/** Refreshes on a store that only answers, with a clock and a limit that the test sets. */
import { AppError } from '../../../src/base/errors.ts';
import { organizationId } from '../../../src/base/ids.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { DashboardData } from '../../../src/contract/dashboard-data.ts';
import { completeDefinition } from '../../../src/contract/definition-form.ts';
import { beginRefresh } from '../../../src/features/dashboards/refreshing/begin-refresh.ts';
import { openRefreshing } from '../../../src/features/dashboards/refreshing/open-refreshing.ts';
import type { RefreshAsk } from '../../../src/features/dashboards/refreshing/refresh.ts';
import type { RefreshTerms } from '../../../src/features/dashboards/refreshing/refresh-scope.ts';
import { gatherRefresh } from '../../../src/features/dashboards/refreshing/tell-refresh.ts';
import type { SearchNeeds } from '../../../src/flow/search/index.ts';
import type { Permission } from '../../../src/spec/roles.ts';
import { answeringStore, type AskedStatement, type Cells } from '../answering-store.ts';
import { dashboardOf } from './dashboards.ts';

/** When these refreshes begin, but for some seconds. */
export const NOON = Date.UTC(2026, 0, 15, 12);

export const REFRESHING: RefreshTerms['actor'] = {
  organization: organizationId('org_a'),
  who: { kind: 'api_key', id: 'key_a', name: 'a' },
  permissions: new Set<Permission>(['logs:read', 'audit:read']),
  ipAddress: '127.0.0.1',
  userAgent: '',
};

/** As much of the metadata store as a refresh asks for: that nothing is being deleted. */
const NOTHING_DELETED = (() => {
  const statement = {
    select: () => statement,
    where: () => statement,
    groupBy: () => statement,
    execute: async () => [],
  };
  return { selectFrom: () => statement };
})();

interface Setting {
  readonly answer?: (asked: AskedStatement, count: number) => readonly Cells[];
  readonly indexes?: readonly string[];
}

export function startRefreshing({ answer = () => [[5]], indexes = ['main'] }: Setting = {}) {
  let now = NOON + 3_333;
  let isLimited = false;
  let counted = 0;
  const { search, asked } = answeringStore({ now, indexes }, answer);
  const clock = { now: () => now };
  const needs: SearchNeeds = { ...search, clock, metadata: { db: NOTHING_DELETED as never } };
  const refreshing = openRefreshing({ search: needs, log: silentLog });
  const terms: RefreshTerms = {
    actor: REFRESHING,
    mayShowRaw: true,
    countRate: async () => {
      counted += 1;
      if (isLimited) throw new AppError('RATE_LIMITED', 'Too often.');
    },
  };
  const begin = (
    panels: object[],
    more: object = {},
    ask: Partial<RefreshAsk> = {},
    own: Partial<RefreshTerms> = {},
  ) =>
    beginRefresh(
      refreshing,
      { ...terms, ...own },
      { definition: completeDefinition(dashboardOf(panels as never, more)), version: 3, ...ask },
      new AbortController().signal,
    );
  return {
    asked,
    counted: () => counted,
    later: (ms: number) => void (now += ms),
    limit: () => void (isLimited = true),
    begin,
    data: async (...given: Parameters<typeof begin>): Promise<DashboardData> =>
      gatherRefresh(await begin(...given)),
  };
}
