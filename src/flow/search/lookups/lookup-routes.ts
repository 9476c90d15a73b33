import { Readable } from 'node:stream';
import { pageOfWhole } from '../../../base/page-of-whole.ts';
import * as contract from '../../../contract/lookups.ts';
import type { App } from '../../../http/app.ts';
import { rawBody } from '../../../http/body-parser.ts';
import { sendStream } from '../../../http/send-stream.ts';
import type { CsvCells } from './csv.ts';
import {
  deleteLookup,
  exportLookup,
  listLookups,
  type ManageLookupNeeds,
  readLookup,
  replaceLookup,
} from './manage-lookups.ts';

export function lookupRoutes(app: App, needs: ManageLookupNeeds): void {
  app.route({
    ...contract.listLookups,
    handler: async ({ actor, query }) =>
      pageOfWhole(await listLookups(needs, actor), query, ({ name }) => name),
  });
  app.route({
    ...contract.readLookup,
    handler: async ({ actor, params, query }) => {
      const rows = query.rows ?? needs.limits.lookups.shownRowsDefault;
      return { data: await readLookup(needs, actor, params.name, rows) };
    },
  });
  app.route({
    ...contract.exportLookup,
    handler: async ({ actor, params: { name }, query }, reply) => {
      const pieces = await exportLookup(needs, actor, name, cellsOf(query));
      reply
        .header('content-type', 'text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="${name}.csv"`);
      return sendStream(reply, Readable.from(pieces));
    },
  });
  app.route({
    ...contract.replaceLookup,
    handler: async (request) => {
      const { actor, params, query, mediaType } = request;
      const data = await replaceLookup(needs, actor, params.name, {
        body: rawBody(request),
        mediaType,
        version: query.version,
        cells: cellsOf(query),
      });
      return { data };
    },
  });
  app.route({
    ...contract.deleteLookup,
    handler: async ({ actor, params }) => {
      await deleteLookup(needs, actor, params.name);
      return { data: { deleted: true as const } };
    },
  });
}

function cellsOf({ raw }: { readonly raw?: boolean }): CsvCells {
  return raw === true ? 'raw' : 'escaped';
}
