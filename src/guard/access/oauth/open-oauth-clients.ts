/**
 * OAuth clients without registration: the client ID is the URL of a document that describes the client, so control of
 * the URL identifies it. Fetched through the outbound guard.
 */
import type { Clock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { isObject } from '../../../base/is-object.ts';
import { type Outbound, OutboundError } from '../../../engines/outbound/outbound.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { isLoopback, isRedirectAddress } from './redirects.ts';

export interface OauthClient {
  readonly id: string;
  /** Proven: the document was fetched from it. */
  readonly host: string;
  /** As it calls itself. */
  readonly name: string;
  readonly redirects: readonly string[];
}

export interface OauthClients {
  /** Throws a `VALIDATION_ERROR` that describes the problem of the client. */
  read(id: string): Promise<OauthClient>;
}

interface ClientNeeds {
  readonly outbound: Pick<Outbound, 'send'>;
  readonly clock: Clock;
}

const KEPT_MAX = 1_000;
const NAME_CHARACTERS_MAX = 80;
const REDIRECTS_MAX = 50;

export function openOauthClients(needs: ClientNeeds): OauthClients {
  const kept = new Map<string, { readonly client: OauthClient; readonly until: number }>();
  return {
    async read(id) {
      const url = requireClientId(id);
      const now = needs.clock.now();
      const held = kept.get(id);
      if (held !== undefined && held.until > now) return held.client;
      const client = await fetchClient(needs, id, url);
      if (kept.size >= KEPT_MAX) kept.clear();
      kept.set(id, { client, until: now + LIMITS.oauth.metadataMs });
      return client;
    },
  };
}

/**
 * The URL must have a path and be in canonical form. Over plain http anyone in the network could impersonate the
 * client, so that is limited to loopback addresses, if the operator allows outbound requests there.
 */
function requireClientId(id: string): URL {
  if (!URL.canParse(id)) throw wrongClient('The client ID is not the URL of a metadata document.');
  const url = new URL(id);
  const isPlain = url.href === id && url.hash === '' && url.username === '' && url.password === '';
  if (!isPlain || url.pathname === '/' || !(url.protocol === 'https:' || isLoopback(url))) {
    throw wrongClient('The client ID is not the URL of a metadata document.');
  }
  return url;
}

async function fetchClient(
  { outbound }: ClientNeeds,
  id: string,
  { host }: URL,
): Promise<OauthClient> {
  let text: string;
  try {
    const { status, body } = await outbound.send({
      url: id,
      method: 'GET',
      headers: { accept: 'application/json' },
    });
    if (status !== 200) throw wrongClient(`Its metadata document answered with ${status}.`);
    if (body.length > LIMITS.oauth.metadataBytesMax) {
      throw wrongClient('Its metadata document is too large.');
    }
    text = new TextDecoder().decode(body);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw wrongClient(`Can't read its metadata document. ${error.message}`);
  }
  return readDocument(id, host, text);
}

function readDocument(id: string, host: string, text: string): OauthClient {
  const document = parse(text);
  if (document['client_id'] !== id) {
    throw wrongClient('Its metadata document names another client ID.');
  }
  const { client_name: name, redirect_uris: redirects } = document;
  const method = document['token_endpoint_auth_method'] ?? 'none';
  if (method !== 'none') throw wrongClient('Only public clients are supported.');
  const listed = Array.isArray(redirects) ? (redirects as unknown[]) : [];
  const known = listed.filter((each) => typeof each === 'string').filter(isRedirectAddress);
  if (known.length === 0 || listed.length > REDIRECTS_MAX) {
    throw wrongClient('Its metadata document has no usable redirect address.');
  }
  const shown = typeof name === 'string' ? plainName(name) : '';
  return { id, host, name: shown === '' ? host : shown, redirects: known };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw wrongClient('Its metadata document is not a JSON object.');
}

/** Nothing that hides or turns text gets into the name that people are shown. */
function plainName(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{DI}]/gu, '')
    .trim()
    .slice(0, NAME_CHARACTERS_MAX);
}

function wrongClient(message: string): AppError {
  const whole = `This client can't be connected. ${message}`;
  return new AppError('VALIDATION_ERROR', whole, {
    details: [{ path: 'query', message: whole }],
  });
}
