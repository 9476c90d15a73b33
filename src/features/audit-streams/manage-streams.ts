import type { Actor } from '../../base/actor.ts';
import { isoTime } from '../../base/clock.ts';
import { type Page, pageAnswer } from '../../base/cursor.ts';
import { AppError, invalid, notFound } from '../../base/errors.ts';
import { newId, type OrganizationId } from '../../base/ids.ts';
import type {
  AuditStream,
  AuditStreamChange,
  AuditStreamDraft,
  AuditStreamTest,
  AuditStreamWithSecret,
} from '../../contract/audit-streams.ts';
import { orTaken, type Unit } from '../../engines/metadata/metadata.ts';
import type { AuditStreamRow } from '../../engines/metadata/tables/audit-streams.ts';
import { OutboundError } from '../../engines/outbound/outbound.ts';
import { newWebhookKey } from '../../engines/outbound/webhook-key.ts';
import { actorName, findChain, recordAudit } from '../../guard/audit/index.ts';
import { LIMITS } from '../../spec/limits.ts';
import {
  countStreams,
  findStream,
  insertStream,
  readStreams,
  removeStream,
  STREAMS_CHANNEL,
  updateStream,
} from './audit-streams-table.ts';
import { testContent } from './compose-request.ts';
import { sendContent } from './send-content.ts';
import { showStream } from './show-stream.ts';
import type { StreamNeeds } from './stream-needs.ts';
import { openSecret, sealSecret, type StreamSecret } from './stream-secret.ts';

const withOwnName = orTaken({
  audit_streams_organization_id_name_key: 'An audit stream with this name already exists.',
});

export async function listStreams(
  needs: StreamNeeds,
  { organization }: Actor,
  page: Page,
): Promise<{ data: AuditStream[]; nextCursor: string | null }> {
  const rows = await readStreams(needs.metadata, organization, page);
  const cursorOf = (row: AuditStreamRow) => ({ at: row.created_at, id: row.id });
  const { data, nextCursor } = pageAnswer(rows, page.limit, cursorOf, (row) => row);
  return { data: await Promise.all(data.map((row) => showStream(needs, row))), nextCursor };
}

export async function readStream(
  needs: StreamNeeds,
  { organization }: Actor,
  id: string,
): Promise<AuditStream> {
  return showStream(needs, await requireStream(needs.metadata, organization, id));
}

export async function createStream(
  needs: StreamNeeds,
  actor: Actor,
  draft: AuditStreamDraft,
): Promise<AuditStreamWithSecret> {
  const { organization } = actor;
  const now = needs.clock.now();
  const { kind = 'webhook', format = 'json' } = draft;
  checkUrl(needs, draft.url);
  const secret = secretOf(kind, draft.url, draft, undefined);
  const place = { id: newId('auditStream'), organization_id: organization };
  const row = {
    ...place,
    name: draft.name.trim(),
    version: 1,
    enabled: 1,
    kind,
    format,
    host: new URL(draft.url).host,
    secret: sealSecret(needs.secrets, place, secret),
    ...UNSENT,
    created_by: actorName(actor),
    created_at: now,
    updated_at: now,
  };
  const created = await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      await requireSpace(unit, organization);
      const head = (await findChain(unit, organization))?.seq ?? 0;
      const from = draft.from ?? head + 1;
      if (from > head + 1) {
        throw invalid('from', `The newest entry has the number ${head}.`);
      }
      const isBehind = from <= head;
      const whole = { ...row, sent_to: from - 1, due_at: isBehind ? now : null };
      await insertStream(unit, whole);
      if (isBehind) await unit.notify(STREAMS_CHANNEL, organization);
      const details = { name: row.name, kind, format, host: row.host, from };
      const change = { after: contentOf(row) };
      const event = { action: 'audit_stream.created', resource: row.id, details, change } as const;
      await recordAudit(unit, actor, event, now);
      return whole;
    }),
  );
  return { ...(await showStream(needs, created)), ...shownSecret(kind, secret, draft) };
}

export async function changeStream(
  needs: StreamNeeds,
  actor: Actor,
  id: string,
  change: AuditStreamChange,
): Promise<AuditStreamWithSecret> {
  const { organization } = actor;
  const now = needs.clock.now();
  const { name, url, enabled } = change;
  if (url !== undefined) checkUrl(needs, url);
  const given = await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      const before = await lockStream(unit, organization, id);
      requireVersion(before, change.version);
      const kept = openSecret(needs.secrets, before);
      const secret = secretOf(before.kind, url ?? kept.url, change, kept);
      const isEnabled = enabled ?? before.enabled === 1;
      const isMoved = secret.url !== kept.url || secret.key !== kept.key;
      // The cause may have been fixed: the next attempt is made immediately.
      const isRetried = isEnabled && (isMoved || before.enabled === 0);
      const set = {
        version: before.version + 1,
        updated_at: now,
        enabled: isEnabled ? 1 : 0,
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(isMoved
          ? { host: new URL(secret.url).host, secret: sealSecret(needs.secrets, before, secret) }
          : {}),
        ...(isRetried ? { due_at: now, failures: 0, told_at: null } : {}),
      };
      await updateStream(unit, organization, id, set);
      if (isRetried) await unit.notify(STREAMS_CHANNEL, organization);
      const after = { ...before, ...set };
      const secrets = [
        ...(secret.url === kept.url ? [] : ['url']),
        ...(secret.key === kept.key ? [] : [before.kind === 'webhook' ? 'secret' : 'token']),
      ];
      const event = {
        action: 'audit_stream.updated',
        resource: id,
        details: { name: after.name },
        change: { before: contentOf(before), after: contentOf(after), secrets },
      } as const;
      await recordAudit(unit, actor, event, now);
      return secret.key === kept.key ? {} : shownSecret(before.kind, secret, change);
    }),
  );
  return { ...(await readStream(needs, actor, id)), ...given };
}

/** The entry about it is the last that the receiver gets; a stream that is disabled sends nothing more. */
export async function deleteStream(needs: StreamNeeds, actor: Actor, id: string): Promise<void> {
  const { organization } = actor;
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const row = await lockStream(unit, organization, id);
    const event = {
      action: 'audit_stream.deleted',
      resource: id,
      details: { name: row.name },
      change: { before: contentOf(row) },
    } as const;
    await recordAudit(unit, actor, event, now);
    if (row.enabled === 0) await removeStream(unit, organization, id);
    // Its name is free for another one.
    else await updateStream(unit, organization, id, { removed_at: now, name: id });
  });
}

export async function replayStream(
  needs: StreamNeeds,
  actor: Actor,
  id: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<AuditStream> {
  const { organization } = actor;
  const now = needs.clock.now();
  if (to < from) throw invalid('to', 'The end must not be before the start.');
  await needs.metadata.transaction(async (unit) => {
    const row = await lockStream(unit, organization, id);
    if (row.enabled === 0) {
      throw new AppError('CONFLICT', 'The stream is disabled. Enable it first.');
    }
    if (row.replay_from !== null) {
      throw new AppError('CONFLICT', 'A replay is already in progress.');
    }
    const head = (await findChain(unit, organization))?.seq ?? 0;
    if (to > head) throw invalid('to', `The newest entry has the number ${head}.`);
    const isFree = row.due_at === null || row.lease_until !== null;
    await updateStream(unit, organization, id, {
      replay_from: from,
      replay_to: to,
      ...(isFree ? { due_at: now } : {}),
    });
    await unit.notify(STREAMS_CHANNEL, organization);
    const details = { name: row.name, from, to };
    const event = { action: 'audit_stream.replayed', resource: id, details } as const;
    await recordAudit(unit, actor, event, now);
  });
  return readStream(needs, actor, id);
}

/** A refusal of the receiver is an answer, not a failure of ours. */
export async function testStream(
  needs: StreamNeeds,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<AuditStreamTest> {
  const { organization } = actor;
  const row = await requireStream(needs.metadata, organization, id);
  const now = needs.clock.now();
  const startedAt = performance.now();
  const content = testContent(row, newId('request'), isoTime(now));
  const error = (await sendContent(needs, row, content, signal)) ?? null;
  const elapsedMs = Math.round(performance.now() - startedAt);
  await needs.metadata.transaction((unit) => {
    const details = { name: row.name, error };
    const event = { action: 'audit_stream.tested', resource: id, details } as const;
    return recordAudit(unit, actor, event, needs.clock.now());
  });
  return { ok: error === null, error, elapsedMs };
}

const UNSENT = {
  sent_to: 0,
  batch_to: null,
  replay_from: null,
  replay_to: null,
  failures: 0,
  failing_since: null,
  last_error: '',
  told_at: null,
  last_sent_at: null,
  removed_at: null,
  due_at: null,
  lease_until: null,
  claimed_by: null,
  fence: 0,
  attempts: 0,
} as const;

/** What people write of a stream, without its secrets. */
function contentOf({ name, enabled, kind, format, host }: ContentColumns) {
  return { name, enabled: enabled === 1, kind, format, host };
}

type ContentColumns = Pick<AuditStreamRow, 'name' | 'enabled' | 'kind' | 'format' | 'host'>;

type GivenKeys = Pick<AuditStreamDraft, 'token' | 'secret'>;

/** A key goes along with the origin it was made or entered for, and with no other: not over plain HTTP, either. */
function secretOf(
  kind: AuditStreamRow['kind'],
  url: string,
  { token, secret }: GivenKeys,
  kept: StreamSecret | undefined,
): StreamSecret {
  const isSameOrigin = kept !== undefined && new URL(kept.url).origin === new URL(url).origin;
  const known = isSameOrigin ? kept.key : undefined;
  if (kind === 'webhook') {
    if (token !== undefined) throw invalid('token', 'Only Splunk streams have a token.');
    return { url, key: secret ?? known ?? newWebhookKey() };
  }
  if (secret !== undefined) throw invalid('secret', 'Only webhook streams have a signing secret.');
  const key = token ?? known;
  if (key === undefined) throw invalid('token', 'Enter the token of the HTTP Event Collector.');
  return { url, key };
}

/** A key that the caller has sent is not repeated. */
function shownSecret(
  kind: AuditStreamRow['kind'],
  { key }: StreamSecret,
  given: GivenKeys,
): { secret?: string } {
  return kind === 'webhook' && given.secret === undefined ? { secret: key } : {};
}

function checkUrl({ outbound }: StreamNeeds, url: string): void {
  try {
    outbound.check(url);
  } catch (error) {
    if (error instanceof OutboundError) throw invalid('url', error.message);
    throw error;
  }
}

async function requireSpace(unit: Unit, organization: OrganizationId): Promise<void> {
  await unit.lockRow('organizations', { id: organization });
  const max = LIMITS.audit.streamsMax;
  if ((await countStreams(unit, organization)) < max) return;
  const message = `An organization can have at most ${max} audit streams.`;
  throw new AppError('PLAN_LIMIT_REACHED', message, {
    fields: { limit: max, resource: 'auditStreams' },
  });
}

async function requireStream(
  metadata: Parameters<typeof findStream>[0],
  organization: OrganizationId,
  id: string,
): Promise<AuditStreamRow> {
  const row = await findStream(metadata, organization, id);
  if (row === undefined || row.removed_at !== null) throw notFound('audit stream');
  return row;
}

/** Held until the transaction ends. */
async function lockStream(
  unit: Unit,
  organization: OrganizationId,
  id: string,
): Promise<AuditStreamRow> {
  await unit.lockRow('audit_streams', { id, organization_id: organization });
  return requireStream(unit, organization, id);
}

function requireVersion({ version }: AuditStreamRow, seen: number): void {
  if (version === seen) return;
  throw new AppError(
    'CONFLICT',
    'The audit stream was changed by someone else. Reload the latest version.',
  );
}
