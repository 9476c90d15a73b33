import type { Actor } from '../../../base/actor.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { recordAudit } from '../../audit/index.ts';
import { endAllOf } from './elevations-table.ts';

/** Ends what one member asked for or was lent, and says so in the audit log. */
export async function endElevationsOf(
  unit: Unit,
  actor: Actor,
  member: { readonly id: string; readonly email: string },
  now: number,
): Promise<void> {
  const ended = await endAllOf(unit, actor.organization, member.id, now);
  for (const { id, role } of ended) {
    const details = { email: member.email, role };
    await recordAudit(unit, actor, { action: 'elevation.ended', resource: id, details }, now);
  }
}
