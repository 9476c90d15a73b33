import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { invalid } from '../../../base/errors.ts';
import { organizationId, userId, type OrganizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { auditSubject } from '../../audit/index.ts';
import { changeAccess } from '../change-access.ts';
import { countMembers } from '../members/members-table.ts';
import { recordOperatorEntry } from '../operators/operator-entries.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import {
  forgetOrganizationErasure,
  readOrganization,
  readOrganizationErasures,
  removeOrganization,
} from './organizations-table.ts';

/** Gone at once for everybody; its logs and files are removed right after, and again until it has worked. */
export async function deleteOrganization(
  needs: AccessNeeds,
  actor: Actor,
  confirm: string,
): Promise<void> {
  const now = needs.clock.now();
  await changeAccess(needs, actor.organization, async (unit, touch) => {
    await unit.lockRow('organizations', { id: actor.organization });
    const { name, plan, created_at } = await readOrganization(unit, actor.organization);
    if (confirm !== name) {
      throw invalid('confirm', 'Type the name of the organization to delete it.');
    }
    const members = await countMembers(unit, actor.organization);
    const details = { name, plan, members, createdAt: isoTime(created_at) };
    const event = {
      action: 'organization.deleted',
      resource: actor.organization,
      details,
    } as const;
    const { actorName: email, ipAddress, userAgent } = auditSubject(actor);
    // Nobody can search its own audit log any more; the operators must still be able to tell who did it.
    await recordOperatorEntry(unit, { email, ipAddress, userAgent }, event, now);
    for (const user of await removeOrganization(unit, actor.organization, now)) touch(userId(user));
  });
}

export interface ErasureNeeds {
  readonly metadata: AccessNeeds['metadata'];
  readonly clock: AccessNeeds['clock'];
  readonly log: Log;
  /** Removes what every engine holds of it. Repeating it does no harm. */
  readonly eraseEverywhere: (organization: OrganizationId) => Promise<void>;
}

const ERASED_AT_ONCE_MAX = 100;
/**
 * What was on its way into the store when the organization was deleted arrives within minutes. So everything
 * is erased at once, and again until then.
 */
const LATE_MS_MAX = 10 * MINUTE_MS;

/** Finishes deletions; run by the scheduler and right after a deletion. */
export async function eraseDeletedOrganizations(needs: ErasureNeeds): Promise<void> {
  const rows = await readOrganizationErasures(needs.metadata, ERASED_AT_ONCE_MAX);
  for (const { organization_id: organization, requested_at: requestedAt } of rows) {
    try {
      await needs.eraseEverywhere(organizationId(organization));
    } catch (error) {
      // It stays on the list; the others must not wait for it.
      needs.log.warn({ err: error, organization }, 'erasing a deleted organization failed');
      continue;
    }
    if (needs.clock.now() - requestedAt < LATE_MS_MAX) continue;
    await forgetOrganizationErasure(needs.metadata, organization);
    needs.log.info({ organization }, 'deleted organization erased');
  }
}
