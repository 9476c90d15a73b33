import * as contract from '../../contract/audit.ts';
import type { App } from '../../http/app.ts';
import { exportAudit, type ExportNeeds } from './export-audit.ts';
import { showChain, verifyAudit, type VerifyNeeds } from './verify-audit.ts';

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const;

export function auditRoutes(app: App, needs: ExportNeeds & VerifyNeeds): void {
  app.route({
    ...contract.exportAudit,
    handler: async ({ actor, query }, reply) => {
      const { format = 'csv', earliest, latest, raw = false } = query;
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const file = await exportAudit(needs, actor, { format, earliest, latest, raw }, gone.signal);
      return reply
        .type(MEDIA_TYPES[format])
        .header('content-disposition', `attachment; filename="audit.${format}"`)
        .send(file);
    },
  });
  app.route({
    ...contract.getAuditChain,
    handler: async ({ actor }) => ({ data: await showChain(needs, actor.organization) }),
  });
  app.route({
    ...contract.verifyAuditChain,
    handler: async ({ actor }, reply) => {
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      return { data: await verifyAudit(needs, actor.organization, gone.signal) };
    },
  });
}
