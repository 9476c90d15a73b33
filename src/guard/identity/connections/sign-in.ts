import { isoTime } from '../../../base/clock.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { ConnectionTest } from '../../../contract/connections.ts';
import type { ConnectionRow } from '../../../engines/metadata/tables/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS } from '../../../spec/units.ts';
import type { Visit } from '../../accounts/index.ts';
import { recordAuditFor } from '../../audit/index.ts';
import type { ConnectionNeeds } from '../identity-needs.ts';
import { findProved } from '../domains/domains-table.ts';
import { beginFlow, type BegunFlow } from './begin-flow.ts';
import { findAnyConnection, readConnections } from './connections-table.ts';
import { redeem, type Return, takeBegunFlow, type TakenFlow } from './end-flow.ts';
import { noteTest, resultOf } from './note-test.ts';
import { type Claims, readArrival } from './read-arrival.ts';
import { readConnectionRow } from './read-connection.ts';
import { settleArrival } from './settle-arrival.ts';
import { SsoRefusal } from './sso-refusal.ts';
import { startUrlOf } from './urls-of.ts';

export interface Finished {
  /** Where the browser goes next. */
  readonly path: string;
  /** Of the session that began; none after a test. */
  readonly cookies: readonly string[];
}

/** Ways to sign in for people of a domain. It tells nothing of accounts, since it does not look at any. */
export async function findConnections(needs: ConnectionNeeds, domain: string) {
  const proved = await findProved(needs.metadata, domain.toLowerCase());
  if (proved === undefined) return [];
  const rows = await readConnections(needs.metadata, organizationId(proved.organization_id));
  return rows.map((row) => ({ name: row.name, startUrl: startUrlOf(needs.access, row) }));
}

export async function startSignIn(
  needs: ConnectionNeeds,
  id: string,
  returnPath: string,
): Promise<BegunFlow> {
  const row = await findAnyConnection(needs.metadata, id);
  if (row?.kind !== 'oidc') throw notFound('connection');
  return beginFlow(needs, row, { returnPath });
}

/** The organization is unknown until the flow is found; refusals after that are recorded in its audit log. */
export async function finishSignIn(
  needs: ConnectionNeeds,
  visit: Visit,
  back: Return,
): Promise<Finished> {
  const taken = await takeBegunFlow(needs, back);
  if (taken.flow.tested_by !== null) return finishTest(needs, visit, taken, back);
  return orNoted(needs, visit, taken.row, async () => {
    const claims = await redeem(needs, taken, back);
    return admitArrival(needs, visit, taken.row, { claims, returnPath: taken.flow.return_path });
  });
}

/** Records refusals in the organization's audit log. */
export async function orNoted<T>(
  needs: ConnectionNeeds,
  visit: Visit,
  row: ConnectionRow,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) await noteFailure(needs, visit, row, error);
    throw error;
  }
}

interface Arrived {
  readonly claims: Claims;
  readonly returnPath: string;
  /** When the provider ends its own session. */
  readonly sessionEndsAt?: number | undefined;
}

export async function admitArrival(
  needs: ConnectionNeeds,
  visit: Visit,
  row: ConnectionRow,
  { claims, returnPath, sessionEndsAt = Number.POSITIVE_INFINITY }: Arrived,
): Promise<Finished> {
  const connection = readConnectionRow(row);
  const { id, kind, organization, version, name, sessionHours } = connection;
  const arrival = readArrival(connection, claims);
  const { user } = await settleArrival(needs, connection, arrival, visit);
  const isMissing = connection.roleMap.length > 0 && arrival.groups === undefined;
  const details = { connection: id, name, ...(isMissing ? { groups: 'missing' } : {}) };
  const endsAt = Math.min(needs.clock.now() + sessionHours * HOUR_MS, sessionEndsAt);
  const through = { id, kind, organization, version, user, endsAt, details };
  const cookies = await needs.accounts.beginSession(visit, through);
  return { path: returnPath, cookies };
}

/** Finds out what would happen; nobody is signed in or becomes a member. */
async function finishTest(
  needs: ConnectionNeeds,
  visit: Visit,
  taken: TakenFlow,
  back: Return,
): Promise<Finished> {
  const { flow, row } = taken;
  await settleTest(needs, visit, { row, testedBy: flow.tested_by }, () =>
    redeem(needs, taken, back),
  );
  return { path: flow.return_path, cookies: [] };
}

/** Keeps for the Owner what arrived, or why it was refused. */
export async function settleTest(
  needs: ConnectionNeeds,
  visit: Visit,
  { row, testedBy }: { readonly row: ConnectionRow; readonly testedBy: string | null },
  claimsOf: () => Promise<Claims>,
): Promise<void> {
  let found: Omit<ConnectionTest, 'at' | 'by'>;
  try {
    found = await resultOf(needs.metadata, readConnectionRow(row), await claimsOf());
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    found = { ...NOTHING, code: error.code, reason: error.reason };
  }
  const at = isoTime(needs.clock.now());
  await noteTest(needs, visit, { row, testedBy }, { at, ...found });
}

const NOTHING = { email: null, groups: null, role: null, why: [], claims: {} };

/** Everybody can begin a way, so an organization hears of a bounded number of failures. */
async function noteFailure(
  needs: ConnectionNeeds,
  visit: Visit,
  row: ConnectionRow,
  error: AppError,
): Promise<void> {
  const organization = organizationId(row.organization_id);
  const { refusalsMax, refusalWindowMs } = LIMITS.audit;
  const key = `sign-in-failures:${organization}`;
  const { isAllowed } = await needs.access.counters.hit(key, refusalsMax, refusalWindowMs);
  if (!isAllowed) return;
  const reason = error instanceof SsoRefusal ? error.reason : error.message;
  await needs.metadata.transaction(async (unit) => {
    const { ipAddress, userAgent } = visit;
    const subject = { organization, actorName: 'unknown', ipAddress, userAgent };
    const details = { name: row.name, code: error.code, reason };
    const event = { action: 'user.sso_login_failed', resource: row.id, details } as const;
    await recordAuditFor(unit, subject, event, needs.clock.now());
  });
}
