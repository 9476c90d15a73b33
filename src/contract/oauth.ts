/** Agents that connect by OAuth 2.1 instead of an access token. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { OAUTH_SCOPES } from '../spec/roles.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named } from './schema.ts';

const tags = ['Agents'];
const OPEN = { permission: 'public', rate: 'session', isOpenLook: true, body: 'none' } as const;

const resourceExample = {
  resource: 'https://logs.example.com/mcp',
  authorization_servers: ['https://logs.example.com'],
  scopes_supported: [...OAUTH_SCOPES],
  bearer_methods_supported: ['header'],
  resource_name: 'Xplain',
};

const ResourceMetadata = Type.Object(
  {
    resource: Type.String({ description: 'Address of the MCP server.' }),
    authorization_servers: Type.Array(Type.String(), { description: 'Who issues its tokens.' }),
    scopes_supported: Type.Array(Type.String(), { description: 'Scopes of its tokens.' }),
    bearer_methods_supported: Type.Array(Type.String(), { description: 'How tokens are sent.' }),
    resource_name: Type.String({ description: 'Name of the product.' }),
  },
  { title: 'ProtectedResource' },
);

export const readProtectedResource = {
  method: 'GET',
  url: '/.well-known/oauth-protected-resource',
  config: OPEN,
  schema: {
    tags,
    summary: 'Metadata of the MCP server (RFC 9728)',
    description: 'Where clients of `POST /mcp` get their tokens.',
    response: { 200: ResourceMetadata },
  },
  docs: { example: { answer: resourceExample } },
} as const satisfies Endpoint;

export const readMcpResource = {
  ...readProtectedResource,
  url: '/.well-known/oauth-protected-resource/mcp',
} as const satisfies Endpoint;

export const readAuthorizationServer = {
  method: 'GET',
  url: '/.well-known/oauth-authorization-server',
  config: OPEN,
  schema: {
    tags,
    summary: 'Metadata of the authorization server (RFC 8414)',
    description:
      'Authorization codes with PKCE for public clients that publish a metadata document. There is no dynamic registration.',
    response: {
      200: Type.Object(
        {
          issuer: Type.String({ description: 'Also sent as `iss` (RFC 9207).' }),
          authorization_endpoint: Type.String({ description: 'Page on which people consent.' }),
          token_endpoint: Type.String({ description: 'Exchanges codes and refresh tokens.' }),
          response_types_supported: Type.Array(Type.String(), { description: '`code`.' }),
          grant_types_supported: Type.Array(Type.String(), {
            description: 'Codes and refresh tokens.',
          }),
          code_challenge_methods_supported: Type.Array(Type.String(), { description: '`S256`.' }),
          token_endpoint_auth_methods_supported: Type.Array(Type.String(), {
            description: '`none`: clients have no secret.',
          }),
          scopes_supported: Type.Array(Type.String(), { description: 'Scopes of tokens.' }),
          authorization_response_iss_parameter_supported: Type.Boolean({
            description: 'Whether `iss` is sent.',
          }),
          client_id_metadata_document_supported: Type.Boolean({
            description: 'Whether the ID of a client can be the address of its metadata document.',
          }),
        },
        { title: 'AuthorizationServer' },
      ),
    },
  },
  docs: {
    example: {
      answer: {
        issuer: 'https://logs.example.com',
        authorization_endpoint: 'https://logs.example.com/oauth/authorize',
        token_endpoint: 'https://logs.example.com/api/auth/oauth/token',
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        scopes_supported: [...OAUTH_SCOPES],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      },
    },
  },
} as const satisfies Endpoint;

const Scope = Type.Enum([...OAUTH_SCOPES]);
const Query = Type.String({
  minLength: 1,
  maxLength: LIMITS.oauth.requestCharactersMax,
  description: 'The authorization request: what follows the question mark of the page.',
});
const FOR_PEOPLE = {
  permission: 'tokens:manage',
  rate: 'management',
  credentials: ['session'],
  body: 'management',
} as const;
const queryExample =
  'response_type=code&client_id=https%3A%2F%2Fagent.example.com%2Fclient.json&redirect_uri=http%3A%2F%2F127.0.0.1%3A4711%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&resource=https%3A%2F%2Flogs.example.com%2Fmcp&scope=agent%3Aread';

export const AuthorizationRequest = named(
  'AuthorizationRequest',
  Type.Object({
    clientHost: Type.String({
      description: 'Host of the metadata document, which the client controls.',
    }),
    clientName: Type.String({ description: 'As the client calls itself. Not verified.' }),
    redirectHost: Type.String({ description: 'Host that receives the code.' }),
    organizationId: Type.String({ description: 'Organization that it would read.' }),
    organizationName: Type.String({ description: 'Name of the organization.' }),
    scopes: Type.Array(Scope, { description: 'Scopes that it asks for.' }),
  }),
);
export type AuthorizationRequest = Static<typeof AuthorizationRequest>;

export const readAuthorization = {
  method: 'POST',
  url: '/api/v1/oauth/authorization',
  config: FOR_PEOPLE,
  schema: {
    tags,
    summary: 'Check an authorization request',
    description:
      'For the consent page: who asks, and for what. Fetches the metadata document of the client. Changes nothing.',
    body: fields({ query: Query }),
    response: { 200: dataOf(AuthorizationRequest) },
  },
  docs: {
    errors: ['AGENTS_OFF'],
    example: {
      body: { query: queryExample },
      answer: {
        data: {
          clientHost: 'agent.example.com',
          clientName: 'Example agent',
          redirectHost: '127.0.0.1:4711',
          organizationId: 'org_4Kc9dWsQz8TbNfHxJ2LmPv',
          organizationName: 'Acme',
          scopes: ['agent:read'],
        },
      },
    },
  },
} as const satisfies Endpoint;

export const decideAuthorization = {
  method: 'POST',
  url: '/api/v1/oauth/consent',
  config: FOR_PEOPLE,
  schema: {
    tags,
    summary: 'Allow or deny an authorization request',
    description:
      'If you allow it, creates an access token for the client with your role. The page then opens `redirectTo`, which contains the code.',
    body: fields({
      query: Query,
      organizationId: Type.String({
        maxLength: LIMITS.oauth.requestCharactersMax,
        description: 'The organization that the page showed. It must be the current one.',
      }),
      isAllowed: Type.Boolean({ description: 'False: the client receives `access_denied`.' }),
      scopes: Type.Array(Scope, {
        maxItems: OAUTH_SCOPES.length,
        uniqueItems: true,
        description: 'Scopes to grant, of those that it asks for. `agent:read` is always included.',
      }),
    }),
    response: {
      200: dataOf(
        Type.Object({ redirectTo: Type.String({ description: 'Address of the client.' }) }),
      ),
    },
  },
  docs: {
    errors: ['AGENTS_OFF', 'CONFLICT'],
    example: {
      body: {
        query: queryExample,
        organizationId: 'org_4Kc9dWsQz8TbNfHxJ2LmPv',
        isAllowed: true,
        scopes: ['agent:read'],
      },
      answer: {
        data: {
          redirectTo:
            'http://127.0.0.1:4711/callback?code=xoac_…&iss=https%3A%2F%2Flogs.example.com',
        },
      },
    },
  },
} as const satisfies Endpoint;

export const exchangeToken = {
  method: 'POST',
  url: '/api/auth/oauth/token',
  config: { ...OPEN, body: 'form' },
  schema: {
    tags,
    summary: 'Exchange a code or a refresh token (OAuth 2.1)',
    description:
      'The body is `application/x-www-form-urlencoded`: `grant_type`, `client_id`, `resource`, and `code`, `code_verifier`, `redirect_uri` or `refresh_token`. ' +
      'Each code and refresh token works once; a second use revokes the connection. Errors are those of RFC 6749.',
    response: {
      200: Type.Object(
        {
          access_token: Type.String({ description: 'Works at `POST /mcp` only.' }),
          token_type: Type.Literal('Bearer', { description: 'How it is sent.' }),
          expires_in: Type.Integer({ description: 'Seconds.' }),
          refresh_token: Type.String({ description: 'Works once.' }),
          scope: Type.String({ description: 'Granted scopes, separated by spaces.' }),
        },
        { title: 'OauthToken' },
      ),
    },
  },
  docs: {
    example: {
      answer: {
        access_token: 'xoat_…',
        token_type: 'Bearer',
        expires_in: 3_600,
        refresh_token: 'xort_…',
        scope: 'agent:read',
      },
    },
  },
} as const satisfies Endpoint;
