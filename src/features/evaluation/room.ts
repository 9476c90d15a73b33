/**
 * Evaluation: log rows become numbered lines, an evaluator judges them by criteria, and the server checks
 * every claim against the rows before it passes on. Keeps nothing of rows, criteria and verdicts; owns no
 * tables.
 */
import * as evaluation from '../../contract/evaluation.ts';
import * as modelCheck from '../../contract/model-check.ts';
import type { Room } from '../../room.ts';
import type { EvaluationNeeds } from './evaluation-needs.ts';
import { modelCheckRoutes } from './model-check/routes.ts';
import { evaluationRoutes } from './routes.ts';

interface Needs {
  /** Whatever judges rows, put together once. */
  readonly evaluation: EvaluationNeeds;
}

export const evaluationRoom = {
  contract: [evaluation, modelCheck],
  open: ({ evaluation: needs }) => ({
    routes(app) {
      evaluationRoutes(app, needs);
      modelCheckRoutes(app, needs);
    },
  }),
} as const satisfies Room<Needs>;
