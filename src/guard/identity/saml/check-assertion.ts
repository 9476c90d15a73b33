import { isoTime } from '../../../base/clock.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type SsoCode, SsoRefusal } from '../connections/sso-refusal.ts';
import type { Assertion } from './read-assertion.ts';
import type { Envelope } from './saml-job.ts';

interface Expected {
  /** Entity ID of the provider. */
  readonly issuer: string;
  /** Our entity ID; different for each connection. */
  readonly entityId: string;
  readonly acsUrl: string;
  /** ID of the request that it answers; undefined if unsolicited. */
  readonly inResponseTo: string | undefined;
  readonly now: number;
}

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Checks that an assertion is meant for us, for this sign-in and for the current time. Throws an `SsoRefusal`. */
export function checkAssertion(
  assertion: Assertion,
  { issuer, destination, inResponseTo }: Envelope,
  expected: Expected,
): void {
  for (const named of [assertion.issuer, issuer ?? assertion.issuer]) {
    if (named !== expected.issuer) throw refusal('SSO_ISSUER', `It was issued by ${plain(named)}.`);
  }
  const isForUs = assertion.audiences.length > 0;
  if (!isForUs || !assertion.audiences.every((any) => any.includes(expected.entityId))) {
    const named = assertion.audiences.flat().map(plain).join(', ');
    throw refusal('SSO_AUDIENCE', `It is for ${named === '' ? 'no audience' : named}.`);
  }
  for (const named of [assertion.recipient, destination ?? assertion.recipient]) {
    if (named !== expected.acsUrl) throw refusal('SAML_RECIPIENT', `It is for ${plain(named)}.`);
  }
  for (const named of [assertion.inResponseTo, inResponseTo]) {
    if (named !== expected.inResponseTo) throw refusal('SSO_STATE', 'It answers another request.');
  }
  checkTimes(assertion, expected.now);
  const { nameId, nameIdFormat } = assertion;
  if (nameIdFormat === TRANSIENT) {
    throw refusal('SAML_SUBJECT', 'The NameID is transient: it is another one at every sign-in.');
  }
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(nameId)) {
    throw refusal('SAML_SUBJECT', 'The NameID is empty, too long or not printable.');
  }
}

function checkTimes(assertion: Assertion, now: number): void {
  const { samlSkewMs: skew, samlAgeMsMax } = LIMITS.identity;
  const { issuedAt, notBefore, notOnOrAfter, sessionEndsAt } = assertion;
  if (issuedAt > now + skew) throw tooEarly('was issued', issuedAt);
  if (notBefore !== undefined && notBefore > now + skew) throw tooEarly('is valid from', notBefore);
  if (issuedAt < now - samlAgeMsMax - skew) throw tooLate('was issued', issuedAt);
  if (notOnOrAfter <= now - skew) throw tooLate('was valid until', notOnOrAfter);
  if (sessionEndsAt !== undefined && sessionEndsAt <= now) {
    throw tooLate('is of a session that ended', sessionEndsAt);
  }
}

function tooEarly(what: string, at: number): SsoRefusal {
  return refusal('SSO_EXPIRED', `It ${what} ${isoTime(at)}, which is in the future.`);
}

function tooLate(what: string, at: number): SsoRefusal {
  return refusal('SSO_EXPIRED', `It ${what} ${isoTime(at)}.`);
}

function refusal(code: SsoCode, reason: string): SsoRefusal {
  return new SsoRefusal(code, reason);
}

/** It goes into the audit log. */
function plain(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, ' ').slice(0, 200);
}
