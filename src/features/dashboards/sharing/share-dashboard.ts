import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import { pageOfWhole, type PageQuery } from '../../../base/page-of-whole.ts';
import { requirePermission, requireStanding } from '../../../base/require-permission.ts';
import { requireTimeZone } from '../../../base/time-zone.ts';
import type { DashboardLink, Shared, ShareDraft } from '../../../contract/dashboard-sharing.ts';
import { type CompleteDefinition, completeDefinition } from '../../../contract/definition-form.ts';
import type {
  DashboardLinkRow,
  DashboardRow,
} from '../../../engines/metadata/tables/dashboards.ts';
import type { SearchNeeds } from '../../../flow/search/index.ts';
import { hashCredential, newCredentialValue } from '../../../guard/access/index.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { lockPlan } from '../../../guard/limits/index.ts';
import { parseTime } from '../../../language/index.ts';
import { LINK_TOKEN_PREFIX } from '../../../spec/dashboards.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { chosenValues, refuseUnknown } from '../refreshing/bind-variables.ts';
import { definitionOf } from '../managing/dashboards-table.ts';
import { type DashboardNeeds, requireDashboard } from '../managing/manage-dashboards.ts';
import {
  countLinks,
  insertLink,
  readLinks,
  removeEndedLinks,
  removeLink,
  showLink,
} from './dashboard-links-table.ts';
import { pinsOf } from './link-pins.ts';
import type { LinkSettings } from './link-settings.ts';
import { expandDefinition } from '../definition/expand-definition.ts';
import { linkedIndexes } from './linked-indexes.ts';

export interface ShareNeeds extends DashboardNeeds {
  readonly search: SearchNeeds;
  readonly publicOrigin: () => string;
}

const { linkMsMin, linkMsMax, linkMsDefault, linksPerOrganizationMax } = LIMITS.dashboards;

export async function shareDashboard(
  needs: ShareNeeds,
  actor: Actor,
  id: string,
  draft: ShareDraft,
): Promise<Shared> {
  const row = await requireDashboard(needs, actor, id);
  const { knowledge } = needs.search;
  // A link keeps the text that macros have now: members change those, and must not change what everybody sees.
  const kept = await expandDefinition(knowledge, actor.organization, definitionOf(row));
  const definition = completeDefinition(kept);
  checkView(definition, draft);
  return draft.audience === 'organization'
    ? shareInside(needs, actor, row, draft)
    : sharePublicly(needs, actor, { ...row, definition: JSON.stringify(kept) }, definition, draft);
}

/** The range and the values it is shared with are ones that it can be shown with. */
function checkView(definition: CompleteDefinition, draft: ShareDraft): void {
  const { earliest, latest, timeZone, variables = {} } = draft;
  for (const [path, text] of Object.entries({ earliest, latest })) {
    const time = text === undefined ? undefined : parseTime(text);
    if (time?.kind === 'problem') throw invalid(path, time.message);
  }
  if (timeZone !== undefined) requireTimeZone('timeZone', timeZone);
  refuseUnknown(definition.variables, variables);
  for (const variable of definition.variables) chosenValues(variable, variables);
}

async function shareInside(
  needs: ShareNeeds,
  actor: Actor,
  { id, name }: DashboardRow,
  draft: ShareDraft,
): Promise<Shared> {
  const url = new URL(`/dashboards/${id}`, needs.publicOrigin());
  for (const part of ['earliest', 'latest', 'timeZone'] as const) {
    const text = draft[part];
    if (text !== undefined) url.searchParams.set(part, text);
  }
  for (const [variable, chosen] of Object.entries(draft.variables ?? {})) {
    const values = typeof chosen === 'string' ? [chosen] : chosen;
    for (const value of values) url.searchParams.append(`var.${variable}`, value);
  }
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const details = { name, audience: draft.audience };
    const event = { action: 'dashboard.shared', resource: id, details } as const;
    await recordAudit(unit, actor, event, now);
  });
  return { audience: draft.audience, url: url.href };
}

async function sharePublicly(
  needs: ShareNeeds,
  actor: Actor,
  dashboard: DashboardRow,
  definition: CompleteDefinition,
  draft: ShareDraft,
): Promise<Shared> {
  requirePermission(
    actor,
    'dashboards:publish',
    'Public links require the permission dashboards:publish.',
  );
  requireStanding(actor, 'dashboards:publish');
  const { organization } = actor;
  const now = needs.clock.now();
  const expiresAt = endOf(draft.expiresAt, now);
  const variables = draft.variables ?? {};
  const indexes = await linkedIndexes(needs.search, actor, definition, variables);
  const pins = await pinsOf(needs.search, organization, definition, variables);
  const token = newCredentialValue(LINK_TOKEN_PREFIX);
  const settings: LinkSettings = {
    ...(draft.earliest === undefined ? {} : { earliest: draft.earliest }),
    ...(draft.latest === undefined ? {} : { latest: draft.latest }),
    ...(draft.timeZone === undefined ? {} : { timeZone: draft.timeZone }),
    variables,
    pins,
  };
  const row: DashboardLinkRow = {
    id: newId('dashboardLink'),
    organization_id: organization,
    dashboard_id: dashboard.id,
    version: dashboard.version,
    definition: dashboard.definition,
    settings: JSON.stringify(settings),
    indexes: JSON.stringify(indexes),
    raw_rows: draft.rawRows === true ? 1 : 0,
    embed_origins: JSON.stringify(draft.embedOrigins ?? []),
    token_hash: hashCredential(token),
    created_by: actorName(actor),
    created_at: now,
    expires_at: expiresAt,
  };
  await needs.metadata.transaction(async (unit) => {
    // Also locks the organization, so that only one of two concurrent links gets the last place.
    await lockPlan(unit, organization);
    if ((await countLinks(unit, organization, now)) >= linksPerOrganizationMax) throw tooMany();
    await insertLink(unit, row);
    const details = {
      name: dashboard.name,
      audience: draft.audience,
      link: row.id,
      version: row.version,
      rawRows: row.raw_rows === 1,
      expiresAt: isoTime(expiresAt),
    };
    const event = { action: 'dashboard.shared', resource: dashboard.id, details } as const;
    await recordAudit(unit, actor, event, now);
  });
  // After the hash, the token stays in the browser: no log and no referrer sees it. The id grants no access and comes
  // before it, since the page has to declare who may frame it before a script has run.
  const url = new URL(`/public/dashboard/${row.id}#${token}`, needs.publicOrigin());
  return { audience: draft.audience, url: url.href, token, link: showLink(row) };
}

function endOf(text: string | undefined, now: number): number {
  if (text === undefined) return now + linkMsDefault;
  const end = Date.parse(text);
  if (end >= now + linkMsMin && end <= now + linkMsMax) return end;
  throw invalid('expiresAt', 'A public link must expire between one hour and 90 days from now.');
}

function tooMany(): AppError {
  const message = `An organization can have at most ${linksPerOrganizationMax} public links. Revoke one you no longer need.`;
  return new AppError('CONFLICT', message);
}

export async function listLinks(
  needs: ShareNeeds,
  actor: Actor,
  id: string,
  page: PageQuery,
): Promise<{ data: DashboardLink[]; nextCursor: string | null }> {
  await requireDashboard(needs, actor, id);
  const rows = await readLinks(needs.metadata, actor.organization, id, needs.clock.now());
  return pageOfWhole(rows.map(showLink), page, (link) => link.id);
}

export async function deleteLink(
  needs: ShareNeeds,
  actor: Actor,
  id: string,
  link: string,
): Promise<void> {
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const row = await removeLink(unit, actor.organization, id, link);
    if (row === undefined) throw notFound('link');
    const event = { action: 'dashboard.unshared', resource: id, details: { link } } as const;
    await recordAudit(unit, actor, event, now);
  });
}

/** Expired links are of no use to anybody. */
export async function forgetEndedLinks({
  metadata,
  clock,
}: Pick<ShareNeeds, 'metadata' | 'clock'>): Promise<void> {
  await removeEndedLinks(metadata, clock.now());
}
