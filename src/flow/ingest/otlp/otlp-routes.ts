import { AppError } from '../../../base/errors.ts';
import * as contract from '../../../contract/otlp.ts';
import type { App } from '../../../http/app.ts';
import { rawBody } from '../../../http/body-parser.ts';
import type { Reply } from '../../../http/gate.ts';
import { DEFAULT_INDEX } from '../../../spec/audit.ts';
import type { IngestNeeds } from '../accept-events.ts';
import { openIntake, queueIntake, tellInHeaders } from '../partial-intake.ts';
import {
  OTLP_TYPES,
  otlpAnswer,
  otlpEncoding,
  type OtlpEncoding,
  otlpError,
} from './otlp-answers.ts';
import { readOtlpJson } from './read-json.ts';
import { readOtlpProtobuf } from './read-protobuf.ts';
import { otlpIntake } from './take-records.ts';

export function otlpRoutes(app: App, needs: IngestNeeds): void {
  const { exportLogs } = contract;
  app.route({
    ...exportLogs,
    config: { ...exportLogs.config, errorForm: otlpError },
    handler: async (request, reply) => {
      const encoding = otlpEncoding(request);
      if (encoding === undefined) throw wrongType();
      const index = request.query.index ?? request.headers['x-index'] ?? DEFAULT_INDEX;
      const intake = await openIntake(needs, request.actor, index);
      const read = encoding === 'protobuf' ? readOtlpProtobuf : readOtlpJson;
      read(rawBody(request), needs.limits.http.jsonDepthMax, otlpIntake(intake));
      tellInHeaders(reply, await queueIntake(needs, request.actor, intake));
      return send(reply, encoding, otlpAnswer(encoding, intake));
    },
  });
}

/** The contract shows the JSON form alone; this reply also takes bytes. */
function send(reply: Reply, encoding: OtlpEncoding, answer: unknown): Reply {
  return reply.type(OTLP_TYPES[encoding]).send(answer);
}

function wrongType(): AppError {
  const message = 'Send application/x-protobuf or application/json.';
  return new AppError('FST_ERR_CTP_INVALID_MEDIA_TYPE', message);
}
