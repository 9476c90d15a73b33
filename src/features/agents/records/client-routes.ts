import { isoTime } from '../../../base/clock.ts';
import { pageOfWhole } from '../../../base/page-of-whole.ts';
import * as contract from '../../../contract/agents.ts';
import type { AgentClientRow } from '../../../engines/metadata/tables/agents.ts';
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
      const isShown = ({ credential_id: id }: AgentClientRow): boolean =>
        names.get(id)?.isRevoked !== true && (isForAll || names.get(id)?.owner === self);
      const clients = rows.filter(isShown).map((row) => ({
        credentialId: row.credential_id,
        credentialName: names.get(row.credential_id)?.name ?? null,
        isOwn: self !== undefined && names.get(row.credential_id)?.owner === self,
        client: row.client,
        firstUsedAt: isoTime(row.first_used_at),
        lastUsedAt: isoTime(row.last_used_at),
      }));
      return pageOfWhole(clients, query, ({ credentialId, client }) => `${credentialId} ${client}`);
    },
  });
}
