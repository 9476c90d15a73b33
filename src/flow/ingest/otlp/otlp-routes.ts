import { AppError } from '../../../base/errors.ts';
import * as contract from '../../../contract/otlp.ts';
import type { App } from '../../../http/app.ts';
import { rawBody } from '../../../http/body-parser.ts';
import type { Reply } from '../../../http/gate.ts';
import { DEFAULT_INDEX } from '../../../spec/audit.ts';
import { type IngestNeeds, takeEvents } from '../accept-events.ts';
import type { BodyForm } from '../reading/read-events.ts';
import { setReceiptHeaders } from '../set-receipt-headers.ts';
import {
  OTLP_TYPES,
  otlpAnswer,
  otlpEncoding,
  type OtlpEncoding,
  otlpError,
} from './otlp-answers.ts';

export function otlpRoutes(app: App, needs: IngestNeeds): void {
  const { exportOtlpLogs } = contract;
  app.route({
    ...exportOtlpLogs,
    config: { ...exportOtlpLogs.config, errorForm: otlpError },
    handler: async (request, reply) => {
      const encoding = otlpEncoding(request);
      if (encoding === undefined) throw wrongType();
      const index = request.query.index ?? request.headers['x-index'] ?? DEFAULT_INDEX;
      const sent = { form: FORMS[encoding], body: rawBody(request), index };
      const taken = await takeEvents(needs, request.actor, sent);
      setReceiptHeaders(reply, taken.queued);
      return send(reply, encoding, otlpAnswer(encoding, taken));
    },
  });
}

const FORMS = {
  protobuf: { kind: 'otlp-protobuf' },
  json: { kind: 'otlp-json' },
} as const satisfies Record<OtlpEncoding, BodyForm>;

/** The contract declares only the JSON form; this reply also accepts bytes. */
function send(reply: Reply, encoding: OtlpEncoding, answer: unknown): Reply {
  return reply.type(OTLP_TYPES[encoding]).send(answer);
}

function wrongType(): AppError {
  const message = 'Send application/x-protobuf or application/json.';
  return new AppError('FST_ERR_CTP_INVALID_MEDIA_TYPE', message);
}
