import * as contract from '../../contract/audit.ts';
import type { App } from '../../http/app.ts';
import { exportAudit, type ExportNeeds } from './export-audit.ts';

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const;

export function auditRoutes(app: App, needs: ExportNeeds): void {
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
}
