/** Maps the library's errors about rejected responses to our own codes. */
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { OutboundError } from '../../../engines/outbound/outbound.ts';
import { type SsoCode, SsoRefusal } from './sso-refusal.ts';

/** A refusal, or what was thrown where it is a defect of ours. */
export function whyRefused(error: unknown): unknown {
  // What our own transport throws comes wrapped.
  const own = error instanceof ClientError ? error.cause : error;
  if (own instanceof SsoRefusal) return own;
  if (own instanceof OutboundError) return new SsoRefusal('SSO_PROVIDER', own.message);
  if (error instanceof AuthorizationResponseError) {
    return new SsoRefusal('SSO_DENIED', `The provider returned ${plain(error.error)}.`);
  }
  if (error instanceof ResponseBodyError) return ofTokenError(error.error);
  if (error instanceof WWWAuthenticateChallengeError) return ofTokenError('invalid_client');
  if (error instanceof ClientError) return ofClientError(error);
  return error;
}

function ofTokenError(code: string): SsoRefusal {
  const reason = `The token endpoint answered ${plain(code)}.`;
  switch (code) {
    case 'invalid_grant':
      return new SsoRefusal('SSO_CODE', reason);
    case 'invalid_client':
    case 'unauthorized_client':
      return new SsoRefusal('SSO_CLIENT', reason);
    default:
      return new SsoRefusal('SSO_PROVIDER', reason);
  }
}

const OF_CLAIM: Readonly<Record<string, SsoCode>> = {
  iss: 'SSO_ISSUER',
  aud: 'SSO_AUDIENCE',
  azp: 'SSO_AUDIENCE',
  nonce: 'SSO_NONCE',
};

function ofClientError(error: ClientError): SsoRefusal {
  const facts = factsOf(error);
  const reason = plain(messageOf(error));
  switch (error.code) {
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return new SsoRefusal(OF_CLAIM[String(facts['claim'])] ?? 'SSO_TOKEN', reason);
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return new SsoRefusal('SSO_EXPIRED', reason);
    case 'OAUTH_KEY_SELECTION_FAILED':
      return new SsoRefusal('SSO_SIGNATURE', reason);
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return new SsoRefusal('SSO_ALGORITHM', reason);
    case 'OAUTH_INVALID_RESPONSE':
      return new SsoRefusal(ofInvalidResponse(facts), reason);
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_TIMEOUT':
      return new SsoRefusal('SSO_PROVIDER', reason);
    default:
      return new SsoRefusal('SSO_TOKEN', reason);
  }
}

/** One error code of the library covers several cases, which differ in their details. */
function ofInvalidResponse(facts: Readonly<Record<string, unknown>>): SsoCode {
  if ('parameters' in facts) return 'SSO_ISSUER';
  if ('header' in facts) return 'SSO_ALGORITHM';
  if ('signature' in facts) return 'SSO_SIGNATURE';
  const { claims } = facts;
  const hasClaims = typeof claims === 'object' && claims !== null;
  return hasClaims && !('nonce' in claims) ? 'SSO_NONCE' : 'SSO_TOKEN';
}

function factsOf({ cause }: ClientError): Readonly<Record<string, unknown>> {
  const inner = cause instanceof Error ? cause.cause : undefined;
  return typeof inner === 'object' && inner !== null ? { ...inner } : {};
}

function messageOf({ message, cause }: ClientError): string {
  return cause instanceof Error ? cause.message : message;
}

/** What a provider writes into an error goes into the audit log: a line of plain letters. */
function plain(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, 200);
}
