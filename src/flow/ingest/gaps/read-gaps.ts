/**
 * For readers of gaps: code that draws conclusions from missing events must first check whether they could be complete.
 */
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Gap, GapKind } from './gap.ts';
import { findGaps, findOpenKinds } from './ingest-gaps-table.ts';

/**
 * Gaps of an organization that touch a stretch of time, oldest first. Of very many only the oldest are there, which
 * is enough to know that something is missing.
 */
export async function gapsBetween(
  { metadata }: { readonly metadata: Pick<Metadata, 'db'> },
  organization: OrganizationId,
  from: number,
  to: number,
): Promise<Gap[]> {
  return findGaps(metadata, organization, { from, to }, LIMITS.gaps.listMax);
}

/** Returns why ingestion is currently behind; empty if it is not. */
export async function behindBecause(
  { metadata }: { readonly metadata: Pick<Metadata, 'db'> },
  organization: OrganizationId,
): Promise<readonly GapKind[]> {
  return findOpenKinds(metadata, organization);
}
