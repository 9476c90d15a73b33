/**
 * Evaluation: log rows become numbered lines, an evaluator judges them by criteria, and the server checks
 * every claim against the rows before it passes on. Keeps nothing of rows and verdicts but
 * outcomes of checks, where an organization wants them. Owns checks.
 */
import * as checkBadges from '../../contract/check-badges.ts';
import * as checkComparison from '../../contract/check-comparison.ts';
import * as checkHistory from '../../contract/check-history.ts';
import * as checks from '../../contract/checks.ts';
import * as evaluation from '../../contract/evaluation.ts';
import * as modelCheck from '../../contract/model-check.ts';
import type { AccessNeeds } from '../../guard/access/index.ts';
import type { Room } from '../../room.ts';
import { HOUR_MS } from '../../spec/units.ts';
import { badgeRoutes } from './badges/badge-routes.ts';
import { forgetCheckRuns } from './checks/check-history.ts';
import { checkKind } from './checks/check-kind.ts';
import { checkRoutes, checkRunRoutes } from './checks/check-routes.ts';
import type { EvaluationNeeds } from './evaluation-needs.ts';
import { modelCheckRoutes } from './model-check/routes.ts';
import { evaluationRoutes } from './routes.ts';

interface Needs {
  /** Shared dependencies for judging rows, created once. */
  readonly evaluation: EvaluationNeeds;
  readonly access: Pick<AccessNeeds, 'publicOrigin'>;
}

export const evaluationRoom = {
  contract: [evaluation, modelCheck, checks, checkBadges, checkComparison, checkHistory],
  open: ({ evaluation: needs, access: { publicOrigin } }) => ({
    routes: (app) => {
      evaluationRoutes(app, needs);
      modelCheckRoutes(app, needs);
      checkRoutes(app, needs);
      checkRunRoutes(app, needs);
      badgeRoutes(app, { ...needs, publicOrigin });
    },
    kinds: [checkKind(needs)],
    jobs: [{ name: 'check-tidying', everyMs: HOUR_MS, run: () => forgetCheckRuns(needs) }],
  }),
} as const satisfies Room<Needs>;
