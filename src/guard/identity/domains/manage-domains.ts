/** Domains that an organization claims to own, and operators vouching for one of them. */
import type { Actor } from '../../../base/actor.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { newId, organizationId, randomBase62 } from '../../../base/ids.ts';
import type { Domain, DomainDraft } from '../../../contract/domains.ts';
import { isUniqueViolation } from '../../../engines/metadata/metadata.ts';
import type { DomainRow } from '../../../engines/metadata/tables/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type OperatorSubject, recordOperatorEntry } from '../../access/index.ts';
import { actorName, auditSubject, recordAudit, recordAuditFor } from '../../audit/index.ts';
import type { DomainNeeds } from '../identity-needs.ts';
import {
  findAnyDomain,
  findDomain,
  findProved,
  insertDomain,
  readDomains,
  removeDomain,
  updateDomain,
} from './domains-table.ts';
import { loseDomain } from './lose-domain.ts';
import { lookUp } from './look-up.ts';
import { settleCheck } from './settle-check.ts';
import { showDomain } from './show-domain.ts';

export async function listDomains(
  { metadata }: DomainNeeds,
  { organization }: Actor,
): Promise<Domain[]> {
  return (await readDomains(metadata, organization)).map(showDomain);
}

export async function createDomain(
  needs: DomainNeeds,
  actor: Actor,
  draft: DomainDraft,
): Promise<Domain> {
  const { organization } = actor;
  const now = needs.clock.now();
  const row: DomainRow = {
    id: newId('domain'),
    organization_id: organization,
    domain: readDomainName(draft.domain),
    token: randomBase62(32),
    state: 'pending',
    proved_at: null,
    vouched_by: null,
    checked_at: null,
    problem: null,
    missing_since: null,
    created_by: actorName(actor),
    created_at: now,
  };
  await needs.metadata.transaction(async (unit) => {
    await unit.lockRow('organizations', { id: organization });
    const known = await readDomains(unit, organization);
    if (known.some(({ domain }) => domain === row.domain)) {
      throw new AppError('CONFLICT', 'The organization already has this domain.');
    }
    const { domainsMax: max } = LIMITS.identity;
    if (known.length >= max) {
      throw new AppError('PLAN_LIMIT_REACHED', `An organization can have at most ${max} domains.`, {
        fields: { limit: max, resource: 'domains' },
      });
    }
    await insertDomain(unit, row);
    const details = { domain: row.domain };
    await recordAudit(unit, actor, { action: 'domain.created', resource: row.id, details }, now);
  });
  return showDomain(row);
}

/** Checks the record now. The result also applies to a domain that is already proved. */
export async function checkDomain(needs: DomainNeeds, actor: Actor, id: string): Promise<Domain> {
  const { organization } = actor;
  const row = await findDomain(needs.metadata, organization, id);
  if (row === undefined) throw notFound('domain');
  if (row.vouched_by !== null) return showDomain(row);
  const found = await lookUp(needs.dns, row);
  const settled = await orTaken(() => settleCheck(needs, auditSubject(actor), row, found));
  if (settled === undefined) throw notFound('domain');
  return showDomain(settled);
}

export async function deleteDomain(needs: DomainNeeds, actor: Actor, id: string): Promise<void> {
  const { organization } = actor;
  await needs.metadata.transaction(async (unit) => {
    await unit.lockRow('domains', { id, organization_id: organization });
    const row = await findDomain(unit, organization, id);
    if (row === undefined) throw notFound('domain');
    await removeDomain(unit, organization, id);
    const details = { domain: row.domain, state: row.state };
    const event = { action: 'domain.deleted', resource: id, details } as const;
    await recordAudit(unit, actor, event, needs.clock.now());
  });
}

/** For organizations whose DNS the platform cannot query, and to settle who owns a domain. */
export async function vouchForDomain(
  needs: DomainNeeds,
  by: OperatorSubject,
  id: string,
  isTakenOver: boolean,
): Promise<Domain> {
  const now = needs.clock.now();
  return orTaken(() =>
    needs.metadata.transaction(async (unit) => {
      const known = await findAnyDomain(unit, id);
      if (known === undefined) throw notFound('domain');
      const organization = organizationId(known.organization_id);
      await unit.lockRow('domains', { id, organization_id: organization });
      const row = await findDomain(unit, organization, id);
      if (row === undefined) throw notFound('domain');
      const holder = await findProved(unit, row.domain);
      if (holder !== undefined && holder.id !== id) {
        if (!isTakenOver) throw taken();
        await loseDomain(needs, unit, holder, 'an operator gave it to another organization');
      }
      const set = {
        state: 'proved',
        proved_at: row.proved_at ?? now,
        vouched_by: by.email,
        problem: null,
        missing_since: null,
      } as const;
      await updateDomain(unit, organization, id, set);
      const details = { domain: row.domain, by: 'operator' };
      const { email: actor, ipAddress, userAgent } = by;
      const subject = { organization, actorName: actor, ipAddress, userAgent };
      await recordAuditFor(
        unit,
        subject,
        { action: 'domain.verified', resource: id, details },
        now,
      );
      const told = { domain: row.domain, organization, isTakenOver: holder !== undefined };
      const entry = { action: 'domain.vouched', resource: id, details: told } as const;
      await recordOperatorEntry(unit, by, entry, now);
      return showDomain({ ...row, ...set });
    }),
  );
}

async function orTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'domains_proved')) throw taken();
    throw error;
  }
}

function taken(): AppError {
  return new AppError(
    'DOMAIN_TAKEN',
    'Another organization has verified this domain. Ask the operator of this installation.',
  );
}

/** The labels of a name as DNS takes them; the last one is no number, so that no address passes for a domain. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function readDomainName(text: string): string {
  const domain = text.trim().toLowerCase().replace(/\.$/, '');
  if (DOMAIN.test(domain)) return domain;
  throw invalid(
    'domain',
    'Enter a domain such as acme.com, without @ and https://. Write non-ASCII names in Punycode (xn--…).',
  );
}
