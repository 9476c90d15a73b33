import { AppError } from '../../../base/errors.ts';
import { isObject } from '../../../base/is-object.ts';
import * as contract from '../../../contract/agents.ts';
import { organizationFacts } from '../../../guard/access/index.ts';
import type { App } from '../../../http/app.ts';
import type { ErrorForm } from '../../../http/error-answer.ts';
import type { Reply, Request as HttpRequest } from '../../../http/gate.ts';
import type { AgentNeeds } from '../agent-needs.ts';
import { createClientNotes } from '../records/note-clients.ts';
import { createCallRecords } from '../records/record-calls.ts';
import { definitionOf, isTool, requireTool, withinTools } from '../tools/permitted-tools.ts';
import { createSurface } from './create-surface.ts';
import { serveMcp } from './serve-mcp.ts';

export function mcpRoutes(app: App, needs: AgentNeeds): void {
  const noteClient = createClientNotes(needs);
  const recordCall = createCallRecords(needs);
  app.route({
    ...contract.callMcp,
    config: { ...contract.callMcp.config, errorForm: challengeOf(needs) },
    handler: async (request, reply) => {
      const { body } = request;
      const actor = withinTools(request.actor);
      const facts = await organizationFacts(needs, actor.organization);
      if (facts === undefined || facts.agents === 'off') {
        throw new AppError('AGENTS_OFF', 'This organization doesn’t allow agents.');
      }
      const name = calledTool(body);
      if (name !== undefined && isTool(name)) {
        requireTool(actor, name);
        if (definitionOf(name).isWrite === true && facts.agents !== 'write') {
          throw new AppError('AGENTS_OFF', 'This organization allows agents to read only.');
        }
      }
      const surface = createSurface(needs, { app, request, actor, facts, noteClient, recordCall });
      const answer = await serveMcp(webRequest(request), body, surface);
      const text = await answer.text();
      const type = answer.headers.get('content-type');
      if (type !== null) void reply.header('content-type', type);
      const told: Reply = reply;
      return told.code(answer.status).send(text);
    },
  });
}

function calledTool(body: unknown): string | undefined {
  if (!isObject(body) || body['method'] !== 'tools/call') return undefined;
  if (!isObject(body['params'])) return undefined;
  const { name } = body['params'];
  return typeof name === 'string' ? name : undefined;
}

/** Builds the request for the library. Clients need not accept both response types, since only one is used. */
function webRequest({ headers, host }: HttpRequest): Request {
  const sent = new Headers({ accept: 'application/json, text/event-stream' });
  for (const name of PASSED_ON) {
    const value = headers[name];
    if (typeof value === 'string') sent.set(name, value);
  }
  return new Request(`http://${host}/mcp`, { method: 'POST', headers: sent, body: '{}' });
}

const PASSED_ON = [
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
];

/** Clients learn from a header which scope they lack, and where they get it. */
function challengeOf({ access }: Pick<AgentNeeds, 'access'>): ErrorForm {
  return (error, usual) => {
    const scope = String(error.facts.fields?.['scope'] ?? 'agent:read');
    const metadata = `${access.publicOrigin()}/.well-known/oauth-protected-resource/mcp`;
    const more = `scope="${scope}", resource_metadata="${metadata}"`;
    if (usual.status === 401) return withChallenge(usual, `Bearer ${more}`);
    if (error.code !== 'INSUFFICIENT_SCOPE') return usual;
    return withChallenge(usual, `Bearer error="insufficient_scope", ${more}`);
  };
}

function withChallenge(usual: Parameters<ErrorForm>[1], value: string): ReturnType<ErrorForm> {
  return { ...usual, headers: { ...usual.headers, 'www-authenticate': value } };
}
