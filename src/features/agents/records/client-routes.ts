import { isoTime } from '../../../base/clock.ts';
import { pageOfWhole } from '../../../base/page-of-whole.ts';
import * as contract from '../../../contract/agents.ts';
import { readCredentialNames } from '../../../guard/access/index.ts';
import type { App } from '../../../http/app.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { AgentNeeds } from '../agent-needs.ts';
import { readClients } from './agent-clients-table.ts';

export function clientRoutes(app: App, { metadata }: Pick<AgentNeeds, 'metadata'>): void {
  app.route({
    ...contract.listAgentClients,
    handler: async ({ actor: { organization, who, permissions }, query }) => {
      const self = who.kind === 'user' ? who.id : undefined;
      const isForAll = permissions.has('members:manage');
      const rows = await readClients(metadata, organization, LIMITS.agents.clientsMax);
      const ids = [...new Set(rows.map((row) => row.credential_id))];
      const names = await readCredentialNames(metadata, organization, ids);
      const clients = rows.flatMap((row) => {
        const credential = names.get(row.credential_id);
        const isOwn = self !== undefined && credential?.owner === self;
        if (credential?.isRevoked === true || !(isForAll || isOwn)) return [];
        return {
          credentialId: row.credential_id,
          credentialName: credential?.name ?? null,
          isOwn,
          client: row.client,
          firstUsedAt: isoTime(row.first_used_at),
          lastUsedAt: isoTime(row.last_used_at),
        };
      });
      return pageOfWhole(clients, query, ({ credentialId, client }) => `${credentialId} ${client}`);
    },
  });
}
