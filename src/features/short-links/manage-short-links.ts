import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { type Page, pageAnswer } from '../../base/cursor.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { requirePermission } from '../../base/require-permission.ts';
import type { ShortLink, ShortLinkDraft } from '../../contract/short-links.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { ShortLinkRow } from '../../engines/metadata/tables/short-links.ts';
import { actorName, recordAudit } from '../../guard/audit/index.ts';
import type { Limits } from '../../spec/limits.ts';
import { DAY_MS } from '../../spec/units.ts';
import {
  countLiveLinks,
  removeExpiredLinks,
  shortLinkRows,
  showShortLink,
} from './short-links-table.ts';

export interface ShortLinkNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly publicOrigin: () => string;
}

export async function listShortLinks(
  { metadata, publicOrigin }: ShortLinkNeeds,
  actor: Actor,
  page: Page,
): Promise<{ data: ShortLink[]; nextCursor: string | null }> {
  const { organization, permissions } = actor;
  const only = permissions.has('short-links:manage') ? {} : { user_id: userOf(actor) };
  const rows = await shortLinkRows.page(metadata, organization, page, only);
  const cursorOf = ({ created_at: at, id }: ShortLinkRow) => ({ at, id });
  return pageAnswer(rows, page.limit, cursorOf, (row) => showShortLink(row, publicOrigin()));
}

export async function createShortLink(
  { metadata, clock, limits, publicOrigin }: ShortLinkNeeds,
  actor: Actor,
  { path, title = '', expiresInDays }: ShortLinkDraft,
): Promise<ShortLink> {
  const now = clock.now();
  const { perOrganizationMax, daysDefault } = limits.shortLinks;
  const row: ShortLinkRow = {
    id: newId('shortLink'),
    organization_id: actor.organization,
    title: title.trim(),
    path,
    created_by: actorName(actor),
    user_id: userOf(actor),
    created_at: now,
    expires_at: now + (expiresInDays ?? daysDefault) * DAY_MS,
  };
  await metadata.transaction(async (unit) => {
    if ((await countLiveLinks(unit, actor.organization, now)) >= perOrganizationMax) {
      const message = `An organization can have at most ${perOrganizationMax} short links. Revoke some first.`;
      throw new AppError('CONFLICT', message);
    }
    await shortLinkRows.insert(unit, row);
    const event = {
      action: 'short_link.created',
      resource: row.id,
      details: { name: row.title, path: pageOf(path) },
    } as const;
    await recordAudit(unit, actor, event, now);
  });
  return showShortLink(row, publicOrigin());
}

/** What is found there is for the page itself to allow. */
export async function openShortLink(
  { metadata, clock, publicOrigin }: ShortLinkNeeds,
  { organization }: Actor,
  id: string,
): Promise<ShortLink> {
  const row = await shortLinkRows.find(metadata, organization, id);
  if (row === undefined || row.expires_at <= clock.now()) throw notFound('short link');
  return showShortLink(row, publicOrigin());
}

export async function revokeShortLink(
  { metadata, clock }: ShortLinkNeeds,
  actor: Actor,
  id: string,
): Promise<void> {
  const now = clock.now();
  await metadata.transaction(async (unit) => {
    const row = await shortLinkRows.find(unit, actor.organization, id);
    if (row === undefined) throw notFound('short link');
    if (row.user_id === null || row.user_id !== userOf(actor)) {
      const message =
        'Only the member who created a short link, an Owner or an Admin can revoke it.';
      requirePermission(actor, 'short-links:manage', message);
    }
    await shortLinkRows.remove(unit, actor.organization, id);
    const event = {
      action: 'short_link.revoked',
      resource: id,
      details: { name: row.title, path: pageOf(row.path) },
    } as const;
    await recordAudit(unit, actor, event, now);
  });
}

/** Of all organizations: what has expired opens nothing any more. */
export async function forgetExpiredLinks({
  metadata,
  clock,
  limits,
}: Pick<ShortLinkNeeds, 'metadata' | 'clock' | 'limits'>): Promise<void> {
  await removeExpiredLinks(metadata, clock.now() - limits.shortLinks.expiredKeptMs);
}

function userOf({ who }: Actor): string | null {
  return who.kind === 'user' ? who.id : null;
}

/** The audit log names the page, not what is searched there. */
function pageOf(path: string): string {
  return path.split(/[?#]/, 1)[0] ?? '';
}
