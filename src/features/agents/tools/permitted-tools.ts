import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import { AGENT_TOOLS, type AgentToolName } from '../../../contract/agent-tools.ts';
import {
  AGENT_SCOPE_PERMISSIONS,
  type Permission,
  roleHolds,
  type TokenScope,
} from '../../../spec/roles.ts';
import type { ToolDefinition } from '../calling/serve-mcp.ts';

export const TOOL_NAMES = Object.keys(AGENT_TOOLS) as AgentToolName[];

export function isTool(name: string): name is AgentToolName {
  return TOOL_NAMES.some((known) => known === name);
}

/** The actor as endpoints see them when a tool calls: the scopes for agents then open what they name. */
export function withinTools(actor: Actor): Actor {
  const { who, permissions } = actor;
  if (who.kind !== 'access_token') return { ...actor, via: 'mcp' };
  const opened = (Object.keys(OPENED_BY) as (keyof typeof OPENED_BY)[])
    .filter((permission) => permissions.has(permission))
    .flatMap((permission) => AGENT_SCOPE_PERMISSIONS[OPENED_BY[permission]] ?? [])
    .filter((permission) => roleHolds(who.role, permission));
  return { ...actor, permissions: new Set([...permissions, ...opened]), via: 'mcp' };
}

const OPENED_BY = {
  'agents:use': 'agent:read',
  'agents:write': 'agent:write',
} as const satisfies Partial<Record<Permission, TokenScope>>;

/** What a credential may call; nothing else decides about it, so that clients can keep the list. */
export function permittedTools(actor: Actor): AgentToolName[] {
  return TOOL_NAMES.filter((name) => mayCall(actor, name));
}

function mayCall({ who, permissions }: Actor, name: AgentToolName): boolean {
  const { permissions: needed, isWrite } = definitionOf(name);
  if (!needed.every((permission) => permissions.has(permission))) return false;
  // Keys evaluate nowhere, and write nothing through tools.
  const isForTokens = isWrite === true || needed.includes('evaluations:run');
  if (!isForTokens) return true;
  return who.kind === 'access_token' && (isWrite !== true || permissions.has('agents:write'));
}

/** Refuses a tool beyond the scopes of the credential, and names the scope. */
export function requireTool(actor: Actor, name: AgentToolName): void {
  if (mayCall(actor, name)) return;
  const { scope } = definitionOf(name);
  throw new AppError(
    'INSUFFICIENT_SCOPE',
    `${name} requires an access token with the scope ${scope}.`,
    {
      fields: { scope },
    },
  );
}

export function definitionOf(name: AgentToolName): {
  readonly permissions: readonly Permission[];
  readonly scope: TokenScope;
  readonly isWrite?: true;
} {
  return AGENT_TOOLS[name];
}

export function showTool(name: AgentToolName): ToolDefinition {
  const { title, description, input } = AGENT_TOOLS[name];
  const isWrite = definitionOf(name).isWrite === true;
  return {
    name,
    title,
    description,
    inputSchema: input,
    annotations: { readOnlyHint: !isWrite, destructiveHint: false },
  };
}
