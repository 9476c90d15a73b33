/** Agents: the endpoint of the Model Context Protocol, and the clients that use it. */
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { fields, named, pageOf, SHORT_LIST_QUERY } from './schema.ts';

const Message = Type.Object(
  {
    jsonrpc: Type.Literal('2.0', { description: 'Version of JSON-RPC.' }),
    id: Type.Optional(
      Type.Union([Type.String(), Type.Number()], {
        description: 'Identifies the response. Absent in notifications.',
      }),
    ),
    method: Type.Optional(
      Type.String({ maxLength: 128, description: 'E.g. `tools/list` or `tools/call`.' }),
    ),
    params: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'Depends on `method`.' }),
    ),
  },
  { title: 'McpMessage', additionalProperties: true },
);

export const callMcp = {
  method: 'POST',
  url: '/mcp',
  config: {
    permission: 'agents:use',
    rate: 'agents',
    body: 'management',
    credentials: ['api_key', 'access_token'],
    needsOwnHost: true,
  },
  schema: {
    tags: ['Agents'],
    summary: 'Call a tool (Model Context Protocol)',
    description:
      'One JSON-RPC message of the Model Context Protocol, revisions 2024-10-07 to 2026-07-28, without sessions: requests are ' +
      'independent, and the response is JSON. Send an access token with the scope `agent:read`. `docs/agents.md` describes the tools. ' +
      'Notifications are answered with 202.',
    body: Message,
    response: { 200: Type.Object({}, { additionalProperties: true, title: 'McpAnswer' }) },
  },
  docs: {
    errors: ['AGENTS_OFF'],
    example: {
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'logs_count', arguments: { query: 'level=error', buckets: 0 } },
      },
      answer: {
        jsonrpc: '2.0',
        id: 1,
        result: { content: [{ type: 'text', text: 'logs_count: 12 events, …' }] },
      },
    },
  },
} as const satisfies Endpoint;

export const AgentClient = named(
  'AgentClient',
  Type.Object({
    credentialId: Type.String({ description: 'ID of the access token or API key.' }),
    credentialName: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the access token or API key. Null: deleted.',
    }),
    isOwn: Type.Boolean({ description: 'Whether it is your access token.' }),
    client: Type.String({ description: 'Name and version, as the client sends them.' }),
    firstUsedAt: Type.String({ description: 'First call.' }),
    lastUsedAt: Type.String({ description: 'Last call, recorded at most once a minute.' }),
  }),
);
export type AgentClient = Static<typeof AgentClient>;

export const listAgentClients = {
  method: 'GET',
  url: '/api/v1/agents/clients',
  config: {
    permission: 'organization:read',
    rate: 'management',
    body: 'none',
    credentials: ['session'],
  },
  schema: {
    tags: ['Agents'],
    summary: 'List connected agents',
    description:
      'Clients that have called `POST /mcp`, last used first. Owners and Admins see all clients of the organization, other members only clients that use their access tokens. To disconnect one, revoke its token or key.',
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(AgentClient) },
  },
  docs: {
    example: {
      answer: {
        data: [
          {
            credentialId: 'pat_5Hn8cJwRt2GdSqXeB6MvYu',
            credentialName: 'Claude Code on my laptop',
            isOwn: true,
            client: 'claude-code 2.1.0',
            firstUsedAt: '2026-11-15T08:30:00.000Z',
            lastUsedAt: '2026-11-15T09:12:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
} as const satisfies Endpoint;
