/**
 * SAML sign-in: to the provider, back with a form that has no cookies, then the browser itself with the code for the
 * form's result.
 */
import { notFound } from '../../../base/errors.ts';
import { organizationId, randomBase62 } from '../../../base/ids.ts';
import type {
  ConnectionFlowRow,
  ConnectionRow,
  SamlArrivalRow,
} from '../../../engines/metadata/tables/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Visit } from '../../accounts/index.ts';
import { type BegunFlow, hashOf } from '../connections/begin-flow.ts';
import { findAnyConnection, findConnection } from '../connections/connections-table.ts';
import { isSame } from '../connections/end-flow.ts';
import { findFlow, takeFlow } from '../connections/flows-table.ts';
import type { Claims } from '../connections/read-arrival.ts';
import { readConnectionRow, type SamlSettings } from '../connections/read-connection.ts';
import { admitArrival, type Finished, orNoted, settleTest } from '../connections/sign-in.ts';
import { type SsoCode, SsoRefusal } from '../connections/sso-refusal.ts';
import { acsUrlOf, entityIdOf, finishUrlOf, startUrlOf } from '../connections/urls-of.ts';
import type { ConnectionNeeds } from '../identity-needs.ts';
import { beginSamlFlow, openPrivateKey } from './begin-saml-flow.ts';
import { checkAssertion } from './check-assertion.ts';
import { claimsOf } from './claims-of.ts';
import type { Assertion } from './read-assertion.ts';
import type { Envelope, SamlAnswer } from './saml-job.ts';
import { findArrival, insertArrival, insertAssertion, takeArrival } from './saml-table.ts';
import { writeMetadata } from './write-messages.ts';

export async function startSaml(
  needs: ConnectionNeeds,
  id: string,
  returnPath: string,
): Promise<BegunFlow> {
  const { row } = await samlConnection(needs, id);
  return beginSamlFlow(needs, row, { returnPath });
}

export async function showMetadata(needs: ConnectionNeeds, id: string): Promise<string> {
  const { saml } = await samlConnection(needs, id);
  const entityId = entityIdOf(needs.access, id);
  return writeMetadata({ entityId, acsUrl: acsUrlOf(needs.access, id), ...saml });
}

export interface SamlForm {
  /** `SAMLResponse`, as it came. */
  readonly response: string;
  /** A path of ours, if `RelayState` is one. */
  readonly returnPath: string;
}

/**
 * Returns where the browser goes next. The form may come from anywhere: only the data signed by the provider counts.
 */
export async function receiveResponse(
  needs: ConnectionNeeds,
  visit: Visit,
  id: string,
  { response, returnPath }: SamlForm,
): Promise<string> {
  const known = await samlConnection(needs, id);
  const { row, saml } = known;
  return orNoted(needs, visit, row, async () => {
    const { envelope, assertion, refused } = await needs.saml.read(row.organization_id, {
      response,
      certificates: saml.certificates,
      privateKey: openPrivateKey(needs, row),
      encrypted: saml.encrypted,
      readsUnsolicited: saml.idpInitiated === 'confirm',
    });
    if (refused?.code === 'SAML_MISMATCH') {
      // One of the two readers is wrong, or somebody is searching for a difference between them.
      needs.log.error({ connection: id }, 'signed saml response is read in two ways');
    }
    if (envelope === undefined) throw refusalOf(refused);
    if (envelope.inResponseTo === undefined && saml.idpInitiated !== 'confirm') {
      if (saml.idpInitiated === 'bounce') return bounceUrl(needs, row, returnPath);
      throw new SsoRefusal('SSO_STATE', 'Nobody asked for it, and the connection takes no such.');
    }
    const flow = await flowOf(needs, row, envelope);
    let arrived: Arrived;
    try {
      if (assertion === undefined) throw refusalOf(refused);
      const claims = await acceptAssertion(needs, row, envelope, assertion);
      arrived = { claims, ...endOf(assertion) };
    } catch (error) {
      // A tester sees the refusal on their page.
      if (!(error instanceof SsoRefusal) || !flow?.tested_by) throw error;
      arrived = { refused: { code: error.code, reason: error.reason } };
    }
    return keepArrival(needs, row, { flow, returnPath, arrived });
  });
}

function refusalOf(refused: SamlAnswer['refused']): SsoRefusal {
  const { code, reason } = refused ?? { code: 'SAML_FORM', reason: 'It cannot be read.' };
  return new SsoRefusal(code, reason);
}

/** Discards the response unread: the person signs in again, which the session at the provider makes invisible. */
function bounceUrl({ access }: ConnectionNeeds, row: ConnectionRow, returnPath: string): string {
  return `${startUrlOf(access, row)}?returnTo=${encodeURIComponent(returnPath)}`;
}

async function acceptAssertion(
  needs: ConnectionNeeds,
  row: ConnectionRow,
  envelope: Envelope,
  assertion: Assertion,
): Promise<Claims> {
  checkAssertion(assertion, envelope, {
    issuer: row.issuer,
    entityId: entityIdOf(needs.access, row.id),
    acsUrl: acsUrlOf(needs.access, row.id),
    inResponseTo: envelope.inResponseTo,
    now: needs.clock.now(),
  });
  await useOnce(needs, row, assertion);
  return claimsOf(readConnectionRow(row), assertion);
}

/** What waits for the browser, encrypted. */
type Arrived =
  | { readonly claims: Claims; readonly sessionEndsAt?: number }
  | { readonly refused: { readonly code: SsoCode; readonly reason: string } };

function endOf({ sessionEndsAt }: Assertion): { sessionEndsAt?: number } {
  return sessionEndsAt === undefined ? {} : { sessionEndsAt };
}

/** Undefined for an unsolicited response. */
async function flowOf(
  { metadata, clock }: ConnectionNeeds,
  { id }: ConnectionRow,
  { inResponseTo }: Envelope,
): Promise<ConnectionFlowRow | undefined> {
  if (inResponseTo === undefined) return undefined;
  const flow = await findFlow(metadata, hashOf(inResponseTo));
  if (flow?.connection_id !== id) throw new SsoRefusal('SSO_STATE', 'There is no such sign-in.');
  if (flow.expires_at <= clock.now()) throw new SsoRefusal('SSO_STATE', 'It took too long.');
  return flow;
}

async function useOnce(
  { metadata }: ConnectionNeeds,
  { id, organization_id }: ConnectionRow,
  assertion: Assertion,
): Promise<void> {
  const { samlAgeMsMax, samlSkewMs } = LIMITS.identity;
  const until = Math.min(assertion.notOnOrAfter, assertion.issuedAt + samlAgeMsMax);
  const isFirst = await metadata.transaction(async (unit) =>
    insertAssertion(unit, {
      organization_id,
      connection_id: id,
      assertion: hashOf(assertion.id),
      expires_at: until + 2 * samlSkewMs,
    }),
  );
  if (!isFirst) throw new SsoRefusal('SAML_REPLAYED', 'The assertion was already used.');
}

/** Ends the flow and keeps what came of it for the browser that began it. */
async function keepArrival(
  needs: ConnectionNeeds,
  { id, organization_id }: ConnectionRow,
  found: {
    readonly flow: ConnectionFlowRow | undefined;
    readonly returnPath: string;
    readonly arrived: Arrived;
  },
): Promise<string> {
  const { flow, arrived } = found;
  const organization = organizationId(organization_id);
  const code = randomBase62(43);
  const key = hashOf(code);
  await needs.metadata.transaction(async (unit) => {
    if (flow !== undefined && !(await takeFlow(unit, organization, flow.id))) {
      throw new SsoRefusal('SSO_STATE', 'It was completed already.');
    }
    await insertArrival(unit, {
      id: key,
      organization_id,
      connection_id: id,
      browser: flow?.browser ?? null,
      return_path: flow?.return_path ?? found.returnPath,
      tested_by: flow?.tested_by ?? null,
      arrived: needs.secrets.encryptSecret(
        arrivalPlace(organization_id, key),
        JSON.stringify(arrived),
      ),
      expires_at: needs.clock.now() + LIMITS.identity.samlArrivalMsMax,
    });
  });
  if (flow !== undefined) return finishUrlOf(needs.access, id, code);
  return `${needs.access.publicOrigin()}/sign-in/confirm?connection=${id}&code=${code}`;
}

function arrivalPlace(organization: string, row: string) {
  return { organization: organizationId(organization), purpose: 'saml-arrival', row } as const;
}

/** For the browser that began the sign-in, once. */
export async function finishSaml(
  needs: ConnectionNeeds,
  visit: Visit,
  id: string,
  back: { readonly code: string; readonly browser: string | undefined },
): Promise<Finished> {
  const { row, arrival } = await waitingArrival(needs, id, back.code);
  const { browser } = arrival;
  if (browser === null || back.browser === undefined || !isSame(browser, hashOf(back.browser))) {
    throw new SsoRefusal('SSO_STATE', 'It began in another browser.');
  }
  return complete(needs, visit, row, arrival);
}

/** Returns who the person would sign in as, before they confirm it. */
export async function readConfirmation(
  needs: ConnectionNeeds,
  id: string,
  code: string,
): Promise<{ readonly connection: string; readonly email: string | null }> {
  const { row, arrival } = await waitingArrival(needs, id, code);
  if (arrival.browser !== null) throw new SsoRefusal('SSO_STATE', 'There is no such sign-in.');
  const arrived = openArrival(needs, arrival);
  const email =
    'claims' in arrived ? arrived.claims[readConnectionRow(row).attributes.email] : null;
  return { connection: row.name, email: typeof email === 'string' ? email : null };
}

export async function confirmSaml(
  needs: ConnectionNeeds,
  visit: Visit,
  id: string,
  code: string,
): Promise<Finished> {
  const { row, arrival } = await waitingArrival(needs, id, code);
  if (arrival.browser !== null) throw new SsoRefusal('SSO_STATE', 'There is no such sign-in.');
  return complete(needs, visit, row, arrival);
}

async function complete(
  needs: ConnectionNeeds,
  visit: Visit,
  row: ConnectionRow,
  arrival: SamlArrivalRow,
): Promise<Finished> {
  const { return_path: returnPath, tested_by: testedBy } = arrival;
  const organization = organizationId(row.organization_id);
  if (!(await takeArrival(needs.metadata, organization, arrival.id))) {
    throw new SsoRefusal('SSO_STATE', 'It was completed already.');
  }
  const arrived = openArrival(needs, arrival);
  if (testedBy !== null) {
    await settleTest(needs, visit, { row, testedBy }, async () => claimsIn(arrived));
    return { path: returnPath, cookies: [] };
  }
  return orNoted(needs, visit, row, async () => {
    const claims = claimsIn(arrived);
    const { sessionEndsAt } = 'claims' in arrived ? arrived : {};
    return admitArrival(needs, visit, row, { claims, returnPath, sessionEndsAt });
  });
}

function claimsIn(arrived: Arrived): Claims {
  if ('claims' in arrived) return arrived.claims;
  throw new SsoRefusal(arrived.refused.code, arrived.refused.reason);
}

function openArrival({ secrets }: ConnectionNeeds, arrival: SamlArrivalRow): Arrived {
  const place = arrivalPlace(arrival.organization_id, arrival.id);
  return JSON.parse(secrets.decryptSecret(place, arrival.arrived)) as Arrived;
}

async function waitingArrival(needs: ConnectionNeeds, id: string, code: string) {
  const arrival = await findArrival(needs.metadata, hashOf(code));
  if (arrival?.connection_id !== id || arrival.expires_at <= needs.clock.now()) {
    throw new SsoRefusal('SSO_STATE', 'There is no such sign-in, or it took too long.');
  }
  const organization = organizationId(arrival.organization_id);
  const row = await findConnection(needs.metadata, organization, id);
  if (row === undefined) throw notFound('connection');
  return { row, arrival };
}

async function samlConnection(
  { metadata }: ConnectionNeeds,
  id: string,
): Promise<{ readonly row: ConnectionRow; readonly saml: SamlSettings }> {
  const row = await findAnyConnection(metadata, id);
  const saml = row && readConnectionRow(row).saml;
  if (row === undefined || saml === undefined) throw notFound('connection');
  return { row, saml };
}
