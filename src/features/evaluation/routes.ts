import * as contract from '../../contract/evaluation.ts';
import { abortOnDisconnect } from '../../http/abort-on-disconnect.ts';
import type { App } from '../../http/app.ts';
import type { EvaluationNeeds } from './evaluation-needs.ts';
import { bodyOf, sendJson } from './raw-json.ts';
import { runEvaluation } from './run-evaluation.ts';

export function evaluationRoutes(app: App, needs: EvaluationNeeds): void {
  const { body: _read, ...schema } = contract.runAdhocEvaluation.schema;
  app.route({
    ...contract.runAdhocEvaluation,
    // The body is parsed and checked on a worker thread, since it may be several megabytes.
    schema,
    handler: async (request, reply) => {
      const bytes = bodyOf(request);
      const gone = abortOnDisconnect(reply);
      return sendJson(reply, await runEvaluation(needs, request.actor, bytes, gone));
    },
  });
}
