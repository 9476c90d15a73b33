/**
 * Agents: the tools that assistants of people call through the Model Context Protocol. Every tool calls an endpoint of the product as
 * its caller. Owns the table `agent_clients` and the index `_agents`.
 */
import * as agents from '../../contract/agents.ts';
import type { Room } from '../../room.ts';
import type { AgentNeeds } from './agent-needs.ts';
import { mcpRoutes } from './calling/mcp-routes.ts';
import { clientRoutes } from './records/client-routes.ts';

export const agentsRoom = {
  contract: [agents],
  open: (needs) => ({
    routes: (app) => {
      mcpRoutes(app, needs);
      clientRoutes(app, needs);
    },
  }),
} as const satisfies Room<AgentNeeds>;
