import type { Actor } from '../../../base/actor.ts';
import { type Clock, isoTime } from '../../../base/clock.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import { newId, type OrganizationId } from '../../../base/ids.ts';
import type {
  AlertSilence,
  AlertSilenceChange,
  AlertSilenceDraft,
} from '../../../contract/alert-silences.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertSilenceRow } from '../../../engines/metadata/tables/alerts.ts';
import { type AccessCache, organizationFacts } from '../../../guard/access/index.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { findRules } from '../tables/alert-rules-table.ts';
import { tooMany } from '../too-many.ts';
import { boundsOf, settleMatch, settleTimes } from './settle-silence.ts';
import { stretchAt } from './silence-stretch.ts';
import {
  countSilences,
  findSilenceRow,
  insertSilence,
  readSilences,
  removeSilence,
  removeSilencesBefore,
  settingsOf,
  updateSilence,
} from '../tables/alert-silences-table.ts';

export interface SilenceNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly cache: Pick<AccessCache, 'get'>;
  readonly clock: Clock;
}

export async function listAlertSilences(
  { metadata, clock }: SilenceNeeds,
  { organization }: Actor,
  page: Page,
): Promise<{ data: AlertSilence[]; nextCursor: string | null }> {
  const rows = await readSilences(metadata, organization, page);
  const now = clock.now();
  const cursorOf = (row: AlertSilenceRow) => ({ at: row.created_at, id: row.id });
  return pageAnswer(rows, page.limit, cursorOf, (row) => showSilence(row, now));
}

export async function readAlertSilence(
  { metadata, clock }: SilenceNeeds,
  { organization }: Actor,
  id: string,
): Promise<AlertSilence> {
  return showSilence(await requireSilence(metadata, organization, id), clock.now());
}

export async function createAlertSilence(
  needs: SilenceNeeds,
  actor: Actor,
  draft: AlertSilenceDraft,
): Promise<AlertSilence> {
  const { organization } = actor;
  const now = needs.clock.now();
  const times = settleTimes(draft.times, await homeZone(needs, organization), now);
  const match = settleMatch(draft.match);
  const row: AlertSilenceRow = {
    id: newId('alertSilence'),
    organization_id: organization,
    name: draft.name.trim(),
    version: 1,
    settings: JSON.stringify({ match, times }),
    ...boundsOf(times, now),
    created_by: actorName(actor),
    created_at: now,
    updated_at: now,
  };
  await needs.metadata.transaction(async (unit) => {
    await requirePlace(unit, organization, row, now);
    await requireRules(unit, organization, match.rules);
    // Silences that ended longer ago are no longer read, since they can no longer withhold anything.
    await removeSilencesBefore(unit, organization, now - LIMITS.alerts.silenceMsMax);
    await insertSilence(unit, row);
    const details = { name: row.name, match, times };
    const change = { after: { name: row.name, match, times } };
    const event = { action: 'alert_silence.created', resource: row.id, details, change } as const;
    await recordAudit(unit, actor, event, now);
  });
  return showSilence(row, now);
}

export async function changeAlertSilence(
  needs: SilenceNeeds,
  actor: Actor,
  id: string,
  change: AlertSilenceChange,
): Promise<AlertSilence> {
  const { organization } = actor;
  const now = needs.clock.now();
  const home = await homeZone(needs, organization);
  const row = await needs.metadata.transaction(async (unit) => {
    await unit.lockRow('organizations', { id: organization });
    const before = await requireSilence(unit, organization, id);
    if (before.version !== change.version) throw changedMeanwhile(before.version);
    const known = settingsOf(before);
    const match = change.match === undefined ? known.match : settleMatch(change.match);
    const times = change.times === undefined ? known.times : settleTimes(change.times, home, now);
    const isKnown = (rule: string): boolean => known.match.rules.includes(rule);
    const added = match.rules.filter((rule) => !isKnown(rule));
    await requireRules(unit, organization, added);
    const after: AlertSilenceRow = {
      ...before,
      name: change.name?.trim() ?? before.name,
      version: before.version + 1,
      settings: JSON.stringify({ match, times }),
      ...(change.times === undefined ? {} : boundsOf(times, now)),
      updated_at: now,
    };
    await requirePlace(unit, organization, after, now);
    await updateSilence(unit, organization, id, after);
    const event = {
      action: 'alert_silence.updated',
      resource: id,
      details: { name: after.name, match, times },
      change: {
        before: { name: before.name, ...known },
        after: { name: after.name, match, times },
      },
    } as const;
    await recordAudit(unit, actor, event, now);
    return after;
  });
  return showSilence(row, now);
}

export async function endAlertSilence(
  needs: SilenceNeeds,
  actor: Actor,
  id: string,
): Promise<void> {
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const row = await removeSilence(unit, actor.organization, id);
    if (row === undefined) throw notFound('silence');
    const details = { name: row.name };
    const change = { before: { name: row.name, ...settingsOf(row) } };
    const event = { action: 'alert_silence.ended', resource: id, details, change } as const;
    await recordAudit(unit, actor, event, now);
  });
}

/** Expired silences do not count. */
async function requirePlace(
  unit: Unit,
  organization: OrganizationId,
  { id, ends_at: endsAt }: AlertSilenceRow,
  now: number,
): Promise<void> {
  const max = LIMITS.alerts.silencesMax;
  if (!(await unit.lockRow('organizations', { id: organization }))) throw notFound('organization');
  if (endsAt !== null && endsAt <= now) return;
  if ((await countSilences(unit, organization, now, id)) >= max) {
    throw tooMany('alertSilences', 'silences', max);
  }
}

async function requireRules(
  unit: Unit,
  organization: OrganizationId,
  rules: readonly string[],
): Promise<void> {
  const found = await findRules(unit, organization, rules);
  if (found.length < rules.length) throw notFound('alert rule');
}

async function requireSilence(
  reader: Parameters<typeof findSilenceRow>[0],
  organization: OrganizationId,
  id: string,
): Promise<AlertSilenceRow> {
  const row = await findSilenceRow(reader, organization, id);
  if (row === undefined) throw notFound('silence');
  return row;
}

async function homeZone(needs: SilenceNeeds, organization: OrganizationId): Promise<string> {
  return (await organizationFacts(needs, organization))?.timezone ?? 'UTC';
}

function changedMeanwhile(version: number): AppError {
  const message = `The silence was changed by someone else and is now at version ${version}. Reload it and try again.`;
  return new AppError('CONFLICT', message, { fields: { version } });
}

function showSilence(row: AlertSilenceRow, now: number): AlertSilence {
  const settings = settingsOf(row);
  const stretch = stretchAt(settings.times, now);
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    ...settings,
    active: stretch !== undefined,
    until: stretch === undefined ? null : isoTime(stretch.to),
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
