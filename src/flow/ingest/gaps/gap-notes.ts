import type { Clock } from '../../../base/clock.ts';
import type { OrganizationId } from '../../../base/ids.ts';

/** Rejections noted by the ingest endpoints. Noting writes nothing to disk, and nothing is noted while all is well. */
export interface GapNotes {
  /** Events did not fit into the queue, or could not be written down. */
  refused(organization: OrganizationId): void;
  /** Events were refused because the daily quota is exhausted. */
  overQuota(organization: OrganizationId): void;
}

/** First and last time of a condition that has not ended yet. */
export interface NotedTimes {
  readonly since: number;
  lastAt: number;
}

export interface GapNotesReader extends GapNotes {
  /** Those of the last `calmMs`; older ones are forgotten. */
  take(kind: 'refusing' | 'quota', calmMs: number): ReadonlyMap<OrganizationId, NotedTimes>;
}

/** Above this number, further organizations are not tracked separately: the same full queue rejects them. */
const ORGANIZATIONS_MAX = 20_000;

export function createGapNotes(clock: Clock): GapNotesReader {
  const noted = {
    refusing: new Map<OrganizationId, NotedTimes>(),
    quota: new Map<OrganizationId, NotedTimes>(),
  };
  const note = (kind: keyof typeof noted, organization: OrganizationId): void => {
    const now = clock.now();
    const known = noted[kind].get(organization);
    if (known !== undefined) known.lastAt = now;
    else if (noted[kind].size < ORGANIZATIONS_MAX) {
      noted[kind].set(organization, { since: now, lastAt: now });
    }
  };
  return {
    refused: (organization) => note('refusing', organization),
    overQuota: (organization) => note('quota', organization),
    take(kind, calmMs) {
      const calmBefore = clock.now() - calmMs;
      for (const [organization, { lastAt }] of noted[kind]) {
        if (lastAt < calmBefore) noted[kind].delete(organization);
      }
      return noted[kind];
    },
  };
}
