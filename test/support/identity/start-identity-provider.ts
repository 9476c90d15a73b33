/** A real OpenID Connect provider on this machine, and in front of it what a hostile one would answer instead. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import Provider from 'oidc-provider';

export const CLIENT = { clientId: 'xplain', clientSecret: 'the-secret-of-the-client' };

export interface Person {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

export interface IdentityProvider {
  readonly issuer: string;
  /** Who is signed in there. */
  person: Person;
  /** Changes claims and header of the ID token before it is signed anew. */
  tamper: ((token: Token) => void) | undefined;
  /** Answers the metadata in its own way. */
  metadata: ((known: Record<string, unknown>) => unknown) | undefined;
  /** Answers the keys in its own way. */
  keys: (() => unknown) | undefined;
  /** Paths that were asked for, oldest first. */
  readonly asked: string[];
  /** Follows the way from our address to where the provider sends the browser back. */
  readonly visit: (url: string) => Promise<URL>;
}

export interface Token {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  /** Signed with another key, if it is set. */
  isForged?: boolean;
}

/** What the server in front of the provider works with. */
interface Front {
  readonly provider: IdentityProvider;
  readonly keys: { readonly own: KeyObject; readonly foreign: KeyObject };
  readonly open: () => Provider;
}

export async function startIdentityProvider(
  t: TestContext,
  redirectUris: () => readonly string[],
): Promise<IdentityProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  let opened: Provider | undefined;
  const server = createServer((incoming, outgoing) => {
    provider.asked.push(new URL(incoming.url ?? '/', provider.issuer).pathname);
    const open = (): Provider => (opened ??= openProvider(provider, own, redirectUris()));
    void answerRequest({ provider, keys: { own, foreign }, open }, incoming, outgoing);
  });
  const port = await listen(server);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${port}`;
  const provider: IdentityProvider = {
    issuer,
    person: { sub: 'p-1', email: 'ada@acme.com' },
    tamper: undefined,
    metadata: undefined,
    keys: undefined,
    asked: [],
    visit: async (url) => followTo(url, issuer),
  };
  return provider;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

function openProvider(
  provider: IdentityProvider,
  key: KeyObject,
  redirectUris: readonly string[],
): Provider {
  const { clientId, clientSecret } = CLIENT;
  const jwk = { ...key.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' };
  const client = { client_id: clientId, client_secret: clientSecret };
  return new Provider(provider.issuer, {
    clients: [{ ...client, redirect_uris: [...redirectUris] }],
    jwks: { keys: [jwk] },
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'hd'],
    },
    cookies: { keys: ['a key'] },
    features: { devInteractions: { enabled: false } },
    // Somebody is signed in already, and has agreed to everything.
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...provider.person }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
  });
}

async function answerRequest(
  front: Front,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { provider } = front;
  const known = front.open();
  const path = incoming.url ?? '';
  const json = { 'content-type': 'application/json' };
  if (path.startsWith('/interaction/')) {
    const login = { accountId: provider.person.sub };
    await known.interactionFinished(incoming, outgoing, { login });
    return;
  }
  if (path.startsWith('/jwks') && provider.keys !== undefined) {
    outgoing.writeHead(200, json).end(JSON.stringify(provider.keys()));
    return;
  }
  const isToken = path.startsWith('/token') && provider.tamper !== undefined;
  const isMetadata = path.startsWith('/.well-known') && provider.metadata !== undefined;
  if (!isToken && !isMetadata) {
    await known.callback()(incoming, outgoing);
    return;
  }
  const { status, text } = await askHonestly(known, incoming);
  const body = JSON.parse(text) as Record<string, unknown>;
  const changed = isToken ? retoken(front, body) : provider.metadata?.(body);
  outgoing.writeHead(status, json);
  outgoing.end(typeof changed === 'string' ? changed : JSON.stringify(changed));
}

/** Read from a server that is there for this request alone. */
async function askHonestly(known: Provider, incoming: IncomingMessage) {
  const honest = createServer((again, reply) => void known.callback()(again, reply));
  try {
    return await forward(incoming, await listen(honest));
  } finally {
    honest.close();
  }
}

function retoken(
  { provider, keys }: Front,
  body: Record<string, unknown>,
): Record<string, unknown> {
  if (typeof body['id_token'] !== 'string') return body;
  const [header = '', payload = ''] = body['id_token'].split('.');
  const token: Token = { header: readPart(header), claims: readPart(payload) };
  provider.tamper?.(token);
  return { ...body, id_token: sign(token, token.isForged === true ? keys.foreign : keys.own) };
}

/** As a browser does, which keeps cookies of the provider. */
async function followTo(url: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = url;
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const each of answer.headers.getSetCookie()) {
      const [pair = ''] = each.split(';', 1);
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = answer.headers.get('location');
    if (location === null) {
      throw new Error(`the provider stopped: ${answer.status} ${await answer.text()}`);
    }
    next = new URL(location, next).href;
    if (!next.startsWith(`${issuer}/`)) return new URL(next);
  }
  throw new Error('the provider leads nowhere');
}

async function forward(incoming: IncomingMessage, port: number) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    text: string;
  }>();
  const { method, url, headers } = incoming;
  const call = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        text: Buffer.concat(chunks).toString('utf8'),
      }),
    );
  });
  call.on('error', reject);
  incoming.pipe(call);
  return promise;
}

function readPart(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
}

function sign({ header, claims }: Token, key: KeyObject): string {
  const parts = [header, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signature = createSign('sha256').update(parts.join('.')).sign(key);
  return [...parts, signature.toString('base64url')].join('.');
}
