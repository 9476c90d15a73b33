import { AppError, notFound } from '../../../base/errors.ts';
import type { Actor } from '../../../base/actor.ts';
import { organizationId, userId } from '../../../base/ids.ts';
import type { ConnectionTest } from '../../../contract/connections.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { ConnectionRow } from '../../../engines/metadata/tables/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { findMemberOf } from '../../access/index.ts';
import type { Visit } from '../../accounts/index.ts';
import { recordAuditFor } from '../../audit/index.ts';
import type { ConnectionNeeds } from '../identity-needs.ts';
import { beginSamlFlow } from '../saml/begin-saml-flow.ts';
import { beginFlow, type BegunFlow } from './begin-flow.ts';
import { findConnection, updateConnection } from './connections-table.ts';
import { type Claims, readArrival } from './read-arrival.ts';
import type { ReadConnection } from './read-connection.ts';
import { SsoRefusal } from './sso-refusal.ts';
import { whoArrives } from './who-arrives.ts';

/** An Owner signs in at the provider, and sees what would come of it. */
export async function startTest(
  needs: ConnectionNeeds,
  { organization, who }: Actor,
  id: string,
): Promise<BegunFlow> {
  const row = await findConnection(needs.metadata, organization, id);
  if (row === undefined) throw notFound('connection');
  if (who.kind !== 'user') throw new AppError('FORBIDDEN', 'Only people can test a connection.');
  const to = { returnPath: `/settings/sign-in?tested=${id}`, testedBy: who.id };
  return row.kind === 'saml' ? beginSamlFlow(needs, row, to) : beginFlow(needs, row, to);
}

export async function readTest(
  { metadata, clock }: ConnectionNeeds,
  { organization }: Actor,
  id: string,
): Promise<ConnectionTest | null> {
  const row = await findConnection(metadata, organization, id);
  if (row === undefined) throw notFound('connection');
  const { test_result: result, tested_at: at } = row;
  const isFresh = at !== null && at > clock.now() - LIMITS.identity.testResultMs;
  return result === null || !isFresh ? null : (JSON.parse(result) as ConnectionTest);
}

/** Everything that arrived, and what a sign-in would make of it. */
export async function resultOf(
  metadata: Pick<Metadata, 'db'>,
  connection: ReadConnection,
  claims: Claims,
): Promise<Omit<ConnectionTest, 'at' | 'by'>> {
  const arrival = readArrival(connection, claims);
  const shown = {
    email: arrival.email ?? null,
    groups: arrival.groups === undefined ? null : [...arrival.groups],
    claims: showClaims(claims),
  };
  try {
    const { decision } = await whoArrives(metadata, connection, arrival);
    const { role = null, why } = decision;
    return { ...shown, code: null, reason: null, role, why: [...why] };
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    return { ...shown, code: error.code, reason: error.reason, role: null, why: [] };
  }
}

export async function noteTest(
  needs: ConnectionNeeds,
  { ipAddress, userAgent }: Visit,
  { row, testedBy }: { readonly row: ConnectionRow; readonly testedBy: string | null },
  found: Omit<ConnectionTest, 'by'>,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const tester = await findMemberOf(unit, organization, userId(testedBy ?? ''));
    // A tester who has left in the meantime has nothing left to test.
    if (tester === undefined) return;
    const result: ConnectionTest = { ...found, by: tester.email };
    const set = { test_result: JSON.stringify(result), tested_at: now };
    await updateConnection(unit, organization, row.id, set);
    const details = { name: row.name, code: found.code };
    const event = { action: 'connection.tested', resource: row.id, details } as const;
    const subject = { organization, actorName: tester.email, ipAddress, userAgent };
    await recordAuditFor(unit, subject, event, now);
  });
}

const CLAIMS_MAX = 60;
const CLAIM_CHARACTERS_MAX = 300;
/** Claims that belong to this one sign-in and reveal nothing about the person. */
const OF_TOKENS = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'sid', 'jti']);

function showClaims(claims: Claims): Record<string, string> {
  const told = Object.entries(claims).filter(([name]) => !OF_TOKENS.has(name));
  return Object.fromEntries(
    told
      .slice(0, CLAIMS_MAX)
      .map(([name, value]) => [name.slice(0, CLAIM_CHARACTERS_MAX), textOf(value)]),
  );
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > CLAIM_CHARACTERS_MAX ? `${text.slice(0, CLAIM_CHARACTERS_MAX)}…` : text;
}
