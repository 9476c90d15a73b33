/** Identity providers, as far as their metadata tells, through the only way out to addresses that organizations name. */
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  type CustomFetch,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { Clock } from '../../../base/clock.ts';
import type { Outbound, OutboundAnswer } from '../../../engines/outbound/outbound.ts';
import { ID_TOKEN_ALGORITHMS } from '../../../spec/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import type { ReadConnection } from './read-connection.ts';
import { SsoRefusal } from './sso-refusal.ts';
import { whyRefused } from './why-refused.ts';

export interface Providers {
  /**
   * Returns the configuration to sign in through a connection; throws an `SsoRefusal`. Metadata and keys are cached for
   * a while.
   */
  configure(connection: ReadConnection, clientSecret: string): Promise<Configuration>;
}

interface Needs {
  readonly outbound: Outbound;
  readonly clock: Clock;
}

interface Known {
  readonly made: Promise<Configuration>;
  readonly until: number;
}

const KNOWN_MAX = 1_000;

export function openProviders(needs: Needs): Providers {
  // A changed connection has another version: what was known of it is never used again.
  const known = new Map<string, Known>();
  return {
    async configure(connection, clientSecret) {
      const key = `${connection.id} ${connection.version}`;
      const now = needs.clock.now();
      const held = known.get(key);
      if (held !== undefined && held.until > now) return held.made;
      if (known.size >= KNOWN_MAX) known.clear();
      const made = discover(needs, connection, clientSecret);
      known.set(key, { made, until: now + LIMITS.identity.metadataMs });
      // Not cached: the next call retries the provider.
      made.catch(() => known.delete(key));
      return made;
    },
  };
}

async function discover(
  { outbound }: Needs,
  connection: ReadConnection,
  clientSecret: string,
): Promise<Configuration> {
  const { issuer, clientId } = connection;
  const metadata = await readMetadata(outbound, issuer);
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = metadata;
  const isBasic = methods.includes('client_secret_basic');
  const authentication = isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
  const configuration = new Configuration({ ...metadata }, clientId, {}, authentication);
  configuration.timeout = LIMITS.identity.providerMsMax / SECOND_MS;
  configuration[customFetch] = guardedFetch(outbound, metadata.jwks_uri);
  // The signature counts although the token comes straight from the provider.
  enableNonRepudiationChecks(configuration);
  // What may be called over http is for `outbound` to say, at every call.
  // oxlint-disable-next-line typescript/no-deprecated -- Marked so to stand out; operators may allow plain http.
  allowInsecureRequests(configuration);
  return configuration;
}

interface Metadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly userinfo_endpoint?: string;
  readonly id_token_signing_alg_values_supported: string[];
  readonly token_endpoint_auth_methods_supported?: string[];
  readonly authorization_response_iss_parameter_supported?: boolean;
}

/** Returns only the fields that are used, each validated. */
async function readMetadata(outbound: Outbound, issuer: string): Promise<Metadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const given = await readJson(outbound, url);
  if (given['issuer'] !== issuer) {
    const said = typeof given['issuer'] === 'string' ? given['issuer'].slice(0, 200) : 'none';
    throw new SsoRefusal('SSO_PROVIDER', `The metadata has a different issuer: ${said}`);
  }
  const offered = textsOf(given['id_token_signing_alg_values_supported']) ?? ['RS256'];
  const algorithms = ID_TOKEN_ALGORITHMS.filter((algorithm) => offered.includes(algorithm));
  if (algorithms.length === 0) {
    throw new SsoRefusal('SSO_ALGORITHM', 'The provider supports none of RS256, PS256 and ES256.');
  }
  const methods = textsOf(given['token_endpoint_auth_methods_supported']);
  return {
    issuer,
    authorization_endpoint: addressIn(given, issuer, 'authorization_endpoint'),
    token_endpoint: addressIn(given, issuer, 'token_endpoint'),
    jwks_uri: addressIn(given, issuer, 'jwks_uri'),
    ...(given['userinfo_endpoint'] === undefined
      ? {}
      : { userinfo_endpoint: addressIn(given, issuer, 'userinfo_endpoint') }),
    id_token_signing_alg_values_supported: algorithms,
    ...(methods === undefined ? {} : { token_endpoint_auth_methods_supported: methods }),
    ...(given['authorization_response_iss_parameter_supported'] === true
      ? { authorization_response_iss_parameter_supported: true }
      : {}),
  };
}

function addressIn(given: Fields, issuer: string, name: string): string {
  const value = given[name];
  const url = typeof value === 'string' ? URL.parse(value) : null;
  // An https issuer must not lead to an address where anybody on the network path could read along.
  const isAllowed =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && issuer.startsWith('http:'));
  if (typeof value === 'string' && isAllowed) return value;
  throw new SsoRefusal('SSO_PROVIDER', `The metadata has no valid ${name}.`);
}

type Fields = Readonly<Record<string, unknown>>;

async function readJson(outbound: Outbound, url: string): Promise<Fields> {
  const { providerMsMax: totalMsMax } = LIMITS.identity;
  const headers = { accept: 'application/json' };
  let answer: OutboundAnswer;
  try {
    answer = await outbound.send({ url, method: 'GET', headers, totalMsMax });
  } catch (error) {
    throw whyRefused(error);
  }
  const { status, body } = answer;
  if (status !== 200) {
    throw new SsoRefusal('SSO_PROVIDER', `The metadata request returned status ${status}.`);
  }
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Reported below.
  }
  throw new SsoRefusal('SSO_PROVIDER', 'The metadata isn’t valid JSON.');
}

function textsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
}

/** Calls of the library go the way of all others. */
function guardedFetch(outbound: Outbound, keysUrl: string): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const {
      status,
      headers: answered,
      body: bytes,
    } = await outbound.send({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === undefined || body === null ? {} : { body: Buffer.from(textOf(body)) }),
      totalMsMax: LIMITS.identity.providerMsMax,
      ...(signal === undefined ? {} : { signal }),
    });
    if (url === keysUrl) requireModestKeys(bytes);
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : Buffer.from(bytes), { status, headers: answered });
  };
}

/** The library sends forms and nothing else. */
function textOf(body: unknown): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new Error('a request to a provider has a body of a different type');
}

/** Characters of the numbers of an RSA key in base64url: 4,096 bits, and an exponent of 64. */
const MODULUS_CHARACTERS_MAX = 683;
const EXPONENT_CHARACTERS_MAX = 11;

/** Larger numbers take long to check a signature with, and a hostile provider chooses its own. */
function requireModestKeys(bytes: Uint8Array): void {
  let keys: unknown;
  try {
    ({ keys } = JSON.parse(Buffer.from(bytes).toString('utf8')) as { keys?: unknown });
  } catch {
    return; // The library says what is wrong with it.
  }
  if (!Array.isArray(keys)) return;
  const isModest = (key: unknown): boolean => {
    const { n = '', e = '' } = (key ?? {}) as { n?: unknown; e?: unknown };
    return (
      String(n).length <= MODULUS_CHARACTERS_MAX && String(e).length <= EXPONENT_CHARACTERS_MAX
    );
  };
  if (keys.length <= LIMITS.identity.providerKeysMax && keys.every(isModest)) return;
  throw new SsoRefusal(
    'SSO_SIGNATURE',
    'The provider has too many keys, or keys that are too large.',
  );
}
