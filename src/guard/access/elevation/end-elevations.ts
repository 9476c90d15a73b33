import type { Actor } from '../../../base/actor.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { recordAudit } from '../../audit/index.ts';

/** Ends what one member asked for or was lent, and says so in the audit log. */
export async function endElevationsOf(
  unit: Unit,
  actor: Actor,
  member: { readonly id: string; readonly email: string },
  now: number,
): Promise<void> {
  const ended = await unit.db
    .updateTable('elevations')
    .set((eb) => ({
      state: 'ended',
      ends_at: eb.case().when('ends_at', '>', now).then(now).else(eb.ref('ends_at')).end(),
    }))
    .where('organization_id', '=', actor.organization)
    .where('member_id', '=', member.id)
    .where('state', 'in', ['requested', 'approved'])
    .returning(['id', 'role'])
    .execute();
  for (const { id, role } of ended) {
    const details = { email: member.email, role };
    await recordAudit(unit, actor, { action: 'elevation.ended', resource: id, details }, now);
  }
}
