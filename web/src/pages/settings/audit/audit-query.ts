/** The query that finds audit entries. */
import { AUDIT_INDEX } from '../../../../../src/spec/audit.ts';

export interface AuditFilter {
  /** A part of an email address, the id of a key or `system:` and a job; empty for everybody. */
  readonly actor: string;
  /** An action, or all of a kind (`member.*`); empty for every one. */
  readonly action: string;
  /** A relative time such as `-7d`. */
  readonly since: string;
}

export function auditQuery({ actor, action }: Pick<AuditFilter, 'actor' | 'action'>): string {
  const parts = [`index=${AUDIT_INDEX}`];
  if (actor.trim() !== '') parts.push(`actor="*${escaped(actor.trim())}*"`);
  // The action comes from a list, so its `*` is an intended wildcard.
  if (action !== '') parts.push(`action="${action}"`);
  return parts.join(' ');
}

/** A user's name is literal text, not a pattern. */
function escaped(text: string): string {
  return text.replace(/[\\"*]/g, (character) => `\\${character}`);
}
