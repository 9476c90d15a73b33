import type { Actor } from '../../base/actor.ts';
import { newId, type OrganizationId } from '../../base/ids.ts';
import { plainText } from '../../base/plain-text.ts';
import type { Unit } from '../../engines/metadata/metadata.ts';
import type { AuditAction } from '../../spec/audit.ts';
import { insertAuditEntry } from './audit-entries-table.ts';
import { changesOf, type ManagedChange } from './changes-of.ts';

/** Who did it, as the entry names them. */
export interface AuditSubject {
  readonly organization: OrganizationId;
  /** A user's e-mail address, an API key's id, or `system:` and a job of the platform. */
  readonly actorName: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** An action and the affected resource. Details never contain a secret or a password. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** Identifier of the affected resource. */
  readonly resource: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Of a managed thing: the details then list what differs. */
  readonly change?: ManagedChange;
}

/** Writes the entry in the transaction of the change it tells about: both happen, or neither. */
export async function recordAudit(
  unit: Unit,
  actor: Actor,
  event: AuditEvent,
  at: number,
): Promise<void> {
  const { via } = actor;
  const withVia = via === undefined ? event : { ...event, details: { ...event.details, via } };
  await recordAuditFor(unit, auditSubject(actor), withVia, at);
}

/** The same for what happens before anybody is an actor, such as a sign-in. */
export async function recordAuditFor(
  unit: Unit,
  subject: AuditSubject,
  event: AuditEvent,
  at: number,
): Promise<void> {
  await insertAuditEntry(unit, {
    id: newId('auditEntry'),
    organization_id: subject.organization,
    recorded_at: at,
    actor: plainText(subject.actorName),
    action: event.action,
    resource: plainText(event.resource),
    resource_type: event.action.slice(0, event.action.indexOf('.')),
    ip_address: plainText(subject.ipAddress),
    user_agent: plainText(subject.userAgent),
    details: JSON.stringify({
      ...event.details,
      ...(event.change === undefined ? {} : changesOf(event.change)),
    }),
    delivered_at: null,
    seq: null,
    hash: null,
    previous_hash: null,
  });
}

export function auditSubject(actor: Actor): AuditSubject {
  return {
    organization: actor.organization,
    actorName: actorName(actor),
    ipAddress: actor.ipAddress,
    userAgent: actor.userAgent,
  };
}

/** Name of an actor in the audit log and for its readers. */
export function actorName({ who }: Actor): string {
  switch (who.kind) {
    case 'user':
    case 'access_token':
      return who.email;
    case 'api_key':
      return who.id;
    case 'system':
      return `system:${who.job}`;
  }
}
