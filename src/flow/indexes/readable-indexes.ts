import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import { organizationFacts } from '../../guard/access/index.ts';
import { AUDIT_INDEX } from '../../spec/audit.ts';
import { reservedIndex } from '../../spec/reserved-indexes.ts';
import { type FactsNeeds, type IndexFacts, indexFacts } from './index-facts.ts';

/**
 * Returns the indexes that the actor can read: those of the organization, and the reserved ones that their permissions
 * open. The audit log is for Owners and Admins, their tokens and full-access keys; an organization can open it to all
 * its members, but never to other keys or to agents.
 */
export async function readableIndexes(needs: FactsNeeds, actor: Actor): Promise<IndexFacts> {
  const facts = await indexFacts(needs, actor.organization);
  const isOpen = await isAuditOpenTo(needs, actor);
  const mayRead = (name: string): boolean => {
    const reserved = reservedIndex(name);
    if (reserved === undefined || actor.permissions.has(reserved.readBy)) return true;
    return name === AUDIT_INDEX && isOpen;
  };
  return new Map([...facts].filter(([name]) => mayRead(name)));
}

async function isAuditOpenTo(
  needs: FactsNeeds,
  { organization, who, permissions, via }: Actor,
): Promise<boolean> {
  if (permissions.has('audit:read')) return true;
  const isMember = who.kind === 'user' || who.kind === 'access_token';
  if (!isMember || via === 'mcp' || !permissions.has('logs:read')) return false;
  return (await organizationFacts(needs, organization))?.isAuditOpen ?? false;
}

/** The error for a request that names an index it cannot read, because an organization always has that index. */
export function indexIsClosed({ who }: Actor, name: string): AppError {
  if (name !== AUDIT_INDEX) {
    const code = who.kind === 'api_key' ? 'INSUFFICIENT_SCOPE' : 'FORBIDDEN';
    return new AppError(code, `You don't have permission to read the index ${name}.`);
  }
  return who.kind === 'api_key'
    ? new AppError('INSUFFICIENT_SCOPE', 'Only full-access keys can read the audit log.')
    : new AppError(
        'FORBIDDEN',
        'Only Owners and Admins can read the audit log. They can open it to all members in the organization settings.',
      );
}
