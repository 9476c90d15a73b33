import { AppError } from '../../base/errors.ts';
import * as contract from '../../contract/ingest.ts';
import type { App } from '../../http/app.ts';
import { rawBody } from '../../http/body-parser.ts';
import type { Request } from '../../http/gate.ts';
import { DEFAULT_INDEX } from '../../spec/audit.ts';
import { acceptEvents, type IngestNeeds } from './accept-events.ts';
import { elasticRoutes } from './elasticsearch/elastic-routes.ts';
import { hecRoutes } from './hec/hec-routes.ts';
import { lokiRoutes } from './loki/loki-routes.ts';
import { otlpRoutes } from './otlp/otlp-routes.ts';
import type { BodyForm } from './reading/read-events.ts';

/** Every endpoint for events: JSON, and those of other products. */
export function ingestRoutes(app: App, needs: IngestNeeds): void {
  jsonRoutes(app, needs);
  otlpRoutes(app, needs);
  hecRoutes(app, needs);
  elasticRoutes(app, needs);
  lokiRoutes(app, needs);
}

function jsonRoutes(app: App, needs: IngestNeeds): void {
  const accept = async (request: Request & { query: { index?: string } }) => {
    const form = formOf(request);
    const sent = { form, body: rawBody(request), index: request.query.index ?? DEFAULT_INDEX };
    return acceptEvents(needs, request.actor, sent).then((data) => ({ data }));
  };
  app.route({
    ...contract.ingestLogs,
    handler: async (request, reply) => reply.code(202).send(await accept(request)),
  });
  app.route({
    ...contract.ingestBatch,
    handler: async (request, reply) => reply.code(202).send(await accept(request)),
  });
}

function formOf(request: Request): BodyForm {
  switch (request.mediaType) {
    case 'application/json':
      return { kind: 'json' };
    case 'application/x-ndjson':
    case 'application/jsonl':
    case 'application/x-jsonlines':
      return { kind: 'ndjson' };
    default:
      throw new AppError(
        'FST_ERR_CTP_INVALID_MEDIA_TYPE',
        'Send application/json or application/x-ndjson.',
      );
  }
}
