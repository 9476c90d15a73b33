/** Badges of checks: one for each, known by its token alone. */
import type { Actor } from '../../../base/actor.ts';
import { type Clock, isoTime } from '../../../base/clock.ts';
import { notFound } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { CheckBadge, NewCheckBadge } from '../../../contract/check-badges.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { CheckBadgeRow } from '../../../engines/metadata/tables/evaluation.ts';
import { hashCredential, newCredentialValue } from '../../../guard/access/index.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { BADGE_TOKEN_PREFIX } from '../../../spec/evaluation.ts';
import { checkRows } from '../checks/checks-table.ts';
import { checkBadgeRows } from './check-badges-table.ts';

export interface BadgeNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly publicOrigin: () => string;
}

export async function readBadge(
  { metadata }: BadgeNeeds,
  { organization }: Actor,
  check: string,
): Promise<CheckBadge | null> {
  if ((await checkRows.find(metadata, organization, check)) === undefined) throw notFound('check');
  const row = await checkBadgeRows.find(metadata, organization, { check_id: check });
  return row === undefined ? null : showBadge(row);
}

/** The one before ends with the same transaction. */
export async function createBadge(
  { metadata, clock, publicOrigin }: BadgeNeeds,
  actor: Actor,
  check: string,
): Promise<NewCheckBadge> {
  const { organization } = actor;
  const now = clock.now();
  const token = newCredentialValue(BADGE_TOKEN_PREFIX);
  const row: CheckBadgeRow = {
    id: newId('checkBadge'),
    organization_id: organization,
    check_id: check,
    token_hash: hashCredential(token),
    created_by: actorName(actor),
    created_at: now,
  };
  await metadata.transaction(async (unit) => {
    const found = await checkRows.find(unit, organization, check);
    if (found === undefined) throw notFound('check');
    await checkBadgeRows.remove(unit, organization, { check_id: check });
    await checkBadgeRows.insert(unit, row);
    const details = { name: found.name, badge: row.id };
    await recordAudit(
      unit,
      actor,
      { action: 'check_badge.created', resource: check, details },
      now,
    );
  });
  const url = new URL(`/api/v1/public/check-badges/${token}`, publicOrigin());
  return { ...showBadge(row), url: url.href };
}

export async function revokeBadge(
  { metadata, clock }: BadgeNeeds,
  actor: Actor,
  check: string,
): Promise<void> {
  const now = clock.now();
  await metadata.transaction(async (unit) => {
    const row = await checkBadgeRows.remove(unit, actor.organization, { check_id: check });
    if (row === undefined) throw notFound('badge');
    const details = { badge: row.id };
    await recordAudit(
      unit,
      actor,
      { action: 'check_badge.revoked', resource: check, details },
      now,
    );
  });
}

function showBadge({ created_by, created_at }: CheckBadgeRow): CheckBadge {
  return { createdBy: created_by, createdAt: isoTime(created_at) };
}
