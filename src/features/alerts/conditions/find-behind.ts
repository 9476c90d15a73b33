import { type GapKind, gapsBetween } from '../../../flow/ingest/index.ts';
import type { Asking } from './asking.ts';

/** Why events of a stretch of time may be missing, each reason once; empty when none are. */
export async function findBehind(
  { needs, rule }: Asking,
  from: number,
  to: number,
): Promise<readonly GapKind[]> {
  const gaps = await gapsBetween(needs, rule.organization, from, to);
  return [...new Set(gaps.map(({ kind }) => kind))].toSorted();
}
