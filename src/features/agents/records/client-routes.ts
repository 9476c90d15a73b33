import { isoTime } from '../../../base/clock.ts';
import * as contract from '../../../contract/agents.ts';
import type { App } from '../../../http/app.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { AgentNeeds } from '../agent-needs.ts';
import { readClients } from './agent-clients-table.ts';

export function clientRoutes(app: App, { metadata }: Pick<AgentNeeds, 'metadata'>): void {
  app.route({
    ...contract.listAgentClients,
    handler: async ({ actor: { organization, who, permissions } }) => {
      const self = who.kind === 'user' ? who.id : undefined;
      const isForAll = permissions.has('members:manage');
      const { clientsMax } = LIMITS.agents;
      const rows = await readClients(
        metadata,
        organization,
        isForAll ? undefined : self,
        clientsMax,
      );
      return {
        data: rows.map((row) => ({
          credentialId: row.credential_id,
          credentialName: row.token_name ?? row.key_name,
          isOwn: self !== undefined && row.owner === self,
          client: row.client,
          firstUsedAt: isoTime(row.first_used_at),
          lastUsedAt: isoTime(row.last_used_at),
        })),
      };
    },
  });
}
