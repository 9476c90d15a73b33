import { AppError } from '../../../base/errors.ts';
import * as contract from '../../../contract/loki.ts';
import type { App } from '../../../http/app.ts';
import { rawBody } from '../../../http/body-parser.ts';
import type { ErrorForm } from '../../../http/error-answer.ts';
import type { Request } from '../../../http/gate.ts';
import { DEFAULT_INDEX } from '../../../spec/audit.ts';
import { type IngestNeeds, takeEvents } from '../accept-events.ts';
import { refusalError } from '../partial-intake.ts';
import type { BodyForm } from '../reading/read-events.ts';
import { setReceiptHeaders } from '../set-receipt-headers.ts';

export function lokiRoutes(app: App, needs: IngestNeeds): void {
  const { lokiPush } = contract;
  app.route({
    ...lokiPush,
    config: { ...lokiPush.config, errorForm: lokiError },
    handler: async (request, reply) => {
      const index = request.query.index || request.headers['x-index'] || DEFAULT_INDEX;
      const sent = { form: formOf(request), body: rawBody(request), index };
      const { queued, refusals } = await takeEvents(needs, request.actor, sent);
      setReceiptHeaders(reply, queued);
      // Loki keeps what it can take and complains about the rest; clients send neither a 400 nor a 413 again.
      const refused = refusalError(refusals);
      if (refused !== undefined) throw refused;
      return reply.code(204).send(null);
    },
  });
}

function formOf(request: Request): BodyForm {
  switch (request.mediaType) {
    case 'application/json':
      return { kind: 'loki-json' };
    case 'application/x-protobuf':
      return { kind: 'loki-protobuf' };
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
