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

/** Access ends immediately; logs and files are deleted afterwards, with retries. */
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
    // Its own audit log can't be searched any more, so operators get a record of who deleted it.
    await recordOperatorEntry(unit, { email, ipAddress, userAgent }, event, now);
    for (const user of await removeOrganization(unit, actor.organization, now)) touch(userId(user));
  });
}

export interface ErasureNeeds {
  readonly metadata: AccessNeeds['metadata'];
  readonly clock: AccessNeeds['clock'];
  readonly log: Log;
  /** Deletes the data of the organization in every engine. Idempotent. */
  readonly eraseEverywhere: (organization: OrganizationId) => Promise<void>;
}

const ERASED_AT_ONCE_MAX = 100;
/**
 * Events that were being stored during the deletion arrive within minutes. So everything is erased immediately and
 * again until then.
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
