import type { Actor } from '../../../base/actor.ts';
import { isObject } from '../../../base/is-object.ts';
import type { OrganizationFacts } from '../../../guard/access/index.ts';
import type { App } from '../../../http/app.ts';
import type { Request as HttpRequest } from '../../../http/gate.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { AgentNeeds } from '../agent-needs.ts';
import { beginningOf, showText } from '../answers/show-text.ts';
import { PROMPT_DEFINITIONS, writePrompt } from '../prompts/prompts.ts';
import { readResource, RESOURCE_TEMPLATES, RESOURCES } from '../prompts/resources.ts';
import type { NoteClient } from '../records/note-clients.ts';
import type { RecordCall } from '../records/record-calls.ts';
import { isTool, permittedTools, showTool } from '../tools/permitted-tools.ts';
import type { ToolCaller } from '../tools/tool.ts';
import { createCaller } from './call-endpoint.ts';
import { runTool } from './run-tool.ts';
import type { McpSurface } from './serve-mcp.ts';

export interface Asked {
  readonly app: Pick<App, 'inject'>;
  readonly request: HttpRequest;
  readonly actor: Actor;
  readonly facts: OrganizationFacts;
  readonly noteClient: NoteClient;
  readonly recordCall: RecordCall;
}

/** What one caller sees of the product through the protocol. */
export function createSurface(needs: AgentNeeds, asked: Asked): McpSurface {
  const { app, request, actor, facts } = asked;
  const credential = 'id' in actor.who ? actor.who.id : '';
  const client = clientOf(request);
  asked.noteClient(actor, credential, client);
  const caller: ToolCaller = {
    needs,
    actor,
    credential,
    call: createCaller(app, request),
    now: needs.clock.now(),
    timeZone: facts.timezone,
  };
  const isMasked = facts.isAgentMasked;
  return {
    version: needs.version,
    tools: permittedTools(actor).map(showTool),
    resources: RESOURCES,
    resourceTemplates: RESOURCE_TEMPLATES,
    prompts: PROMPT_DEFINITIONS,
    callTool: async (tool, input) => {
      if (!isTool(tool)) return undefined;
      const startedAt = performance.now();
      const { text, ...outcome } = await runTool(caller, tool, input, isMasked);
      const ms = performance.now() - startedAt;
      asked.recordCall({ actor, credential, client, tool, input, ms, outcome });
      return { text, isError: outcome.outcome !== 'ok' };
    },
    readResource: async (uri) => readResource(caller, uri, isMasked),
    writePrompt,
  };
}

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

/** As it calls itself: in each request, when it begins, or at least to every server. */
export function clientOf({ body, headers }: Pick<HttpRequest, 'body' | 'headers'>): string {
  const params = isObject(body) && isObject(body['params']) ? body['params'] : {};
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const info = [meta[CLIENT_INFO], params['clientInfo']].find(isObject);
  const named =
    info === undefined
      ? headers['user-agent']
      : `${textOf(info['name'])} ${textOf(info['version'])}`;
  return showText(beginningOf(named ?? 'unknown', LIMITS.agents.clientCharactersMax)).trim();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
