import * as contract from '../../contract/evaluation.ts';
import { abortOnDisconnect } from '../../http/abort-on-disconnect.ts';
import type { App } from '../../http/app.ts';
import { isJson, rawBody } from '../../http/body-parser.ts';
import type { Reply, Request } from '../../http/gate.ts';
import { missingBody, wrongMediaType } from '../../http/to-app-error.ts';
import type { EvaluationNeeds } from './evaluation-needs.ts';
import { runEvaluation } from './run-evaluation.ts';

export function evaluationRoutes(app: App, needs: EvaluationNeeds): void {
  const { body: _read, ...schema } = contract.runAdhocEvaluation.schema;
  app.route({
    ...contract.runAdhocEvaluation,
    // The body is read and checked on a thread of its own, since it may have megabytes.
    schema,
    handler: async (request, reply) => {
      const bytes = bodyOf(request);
      const gone = abortOnDisconnect(reply);
      return sendJson(reply, await runEvaluation(needs, request.actor, bytes, gone));
    },
  });
}

/** What the contract declares, written already: large answers are not held against it once more. */
function sendJson(reply: Reply, answer: Uint8Array): never {
  return reply.type('application/json; charset=utf-8').send(answer) as never;
}

function bodyOf(request: Request): Buffer {
  const body = rawBody(request);
  if (body.length === 0) throw missingBody();
  if (!isJson(request)) throw wrongMediaType();
  return body;
}
