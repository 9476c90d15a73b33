import { AppError } from '../../../base/errors.ts';
import * as contract from '../../../contract/loki.ts';
import type { App } from '../../../http/app.ts';
import { rawBody } from '../../../http/body-parser.ts';
import type { ErrorForm } from '../../../http/error-answer.ts';
import type { Request } from '../../../http/gate.ts';
import { DEFAULT_INDEX } from '../../../spec/audit.ts';
import type { IngestNeeds } from '../accept-events.ts';
import {
  badRequest,
  type Intake,
  openIntake,
  queueIntake,
  summaryOf,
  tellInHeaders,
} from '../partial-intake.ts';
import { decompressSnappy } from './decompress-snappy.ts';
import { takeLokiJson, takeLokiProtobuf } from './read-streams.ts';

export function lokiRoutes(app: App, needs: IngestNeeds): void {
  const { lokiPush } = contract;
  app.route({
    ...lokiPush,
    config: { ...lokiPush.config, errorForm: lokiError },
    handler: async (request, reply) => {
      const index = request.query.index || request.headers['x-index'] || DEFAULT_INDEX;
      const intake = await openIntake(needs, request.actor, index);
      read(needs, request, intake);
      tellInHeaders(reply, await queueIntake(needs, request.actor, intake));
      // Loki keeps what it can take and complains about the rest; clients do not send a 400 again.
      if (intake.refusals.length > 0) throw badRequest(summaryOf(intake));
      return reply.code(204).send(null);
    },
  });
}

function read(needs: IngestNeeds, request: Request, intake: Intake): void {
  const { bodyBytesMax, jsonDepthMax } = needs.limits.http;
  const body = rawBody(request);
  switch (request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()) {
    case 'application/json':
      return takeLokiJson(body, jsonDepthMax, intake);
    case 'application/x-protobuf':
      return takeLokiProtobuf(decompressSnappy(body, bodyBytesMax), intake);
    default: {
      const message = 'Send application/json, or application/x-protobuf with Snappy.';
      throw new AppError('FST_ERR_CTP_INVALID_MEDIA_TYPE', message);
    }
  }
}

/** One line of text, as Loki answers. */
const lokiError: ErrorForm = (error, usual) => ({
  status: usual.status,
  headers: { ...usual.headers, 'content-type': 'text/plain; charset=utf-8' },
  body: `${error.message}\n`,
});
