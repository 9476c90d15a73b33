import * as contract from '../../../contract/model-check.ts';
import type { ModelCheckPart } from '../../../contract/model-check.ts';
import { recordOperatorEntry } from '../../../guard/access/index.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import type { App } from '../../../http/app.ts';
import type { Request } from '../../../http/gate.ts';
import type { ModelCheckSet } from '../../../spec/evaluation.ts';
import type { EvaluationNeeds } from '../evaluation-needs.ts';
import { checkModel, planModelCheck } from './check-model.ts';

export function modelCheckRoutes(app: App, needs: EvaluationNeeds): void {
  app.route({
    ...contract.getModelCheck,
    handler: async ({ query }, reply) => {
      const { set = 'sample', model } = query;
      const asked = { set: set as ModelCheckSet, model };
      return { data: await planModelCheck(needs, asked, abortOnDisconnect(reply)) };
    },
  });
  app.route({
    ...contract.runModelCheck,
    handler: async (request, reply) => {
      const { set, model, questions, creditsMax } = request.body;
      const asked = { set: set as ModelCheckSet, model, questions, creditsMax };
      const part = await checkModel(needs, asked, abortOnDisconnect(reply));
      await recordCheck(needs, request, asked.set, part);
      return { data: part };
    },
  });
}

/** What was asked and what it took; the cases are the platform's own. */
async function recordCheck(
  { metadata, clock }: EvaluationNeeds,
  request: Request,
  set: ModelCheckSet,
  part: ModelCheckPart,
): Promise<void> {
  const { provider, region, model, asked, cases, answers, tokensIn, tokensOut } = part;
  const subject = {
    email: request.user.email,
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  };
  const details = {
    set,
    provider,
    region,
    questions: asked.length,
    cases,
    answers,
    tokensIn,
    tokensOut,
    credits: part.creditsSpent,
  };
  await metadata.transaction((unit) =>
    recordOperatorEntry(
      unit,
      subject,
      { action: 'model.checked', resource: model, details },
      clock.now(),
    ),
  );
}
