import { isoTime } from '../../../base/clock.ts';
import * as contract from '../../../contract/log-export.ts';
import type { ExportFormat } from '../../../engines/store/store.ts';
import type { App } from '../../../http/app.ts';
import { sendStream } from '../../../http/send-stream.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import { type ExportNeeds, exportLogs } from './export-logs.ts';
import { recordSavedRows } from './record-saved-rows.ts';

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

export function exportRoutes(app: App, needs: ExportNeeds): void {
  app.route({
    ...contract.recordSavedRows,
    handler: async ({ actor, body }) => {
      await recordSavedRows(needs, actor, body);
      return { data: { recorded: true as const } };
    },
  });
  app.route({
    ...contract.exportLogs,
    handler: async (request, reply) => {
      const format = request.query.format ?? 'jsonl';
      const file = await exportLogs(needs, request.actor, request.query, abortOnDisconnect(reply));
      const stamp = isoTime(needs.clock.now()).replaceAll(/[:.]/g, '-');
      // Fastify calls it when the last byte of the file has gone out.
      reply.trailer('x-row-count', async () => String(file.rows() ?? ''));
      reply
        .header('content-type', CONTENT_TYPES[format])
        .header('x-truncated', String(file.isTruncated))
        .header('content-disposition', `attachment; filename="logs-${stamp}.${format}"`);
      return sendStream(reply, file.stream);
    },
  });
}
