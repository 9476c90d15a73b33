/** One check over two inputs: which items changed, with the evidence of both. Nothing is stored. */
import { type Static, Type } from 'typebox';
import { FINDING_STATUSES } from '../spec/evaluation.ts';
import { CheckRun } from './checks.ts';
import type { Endpoint } from './endpoint.ts';
import {
  Evidence,
  EVALUATION_ERRORS,
  EVALUATION_EXAMPLE,
  EvaluationResult,
  Finding,
} from './evaluation.ts';
import { dataOf, described, fields, named } from './schema.ts';

const { rows, log, earliest, latest, maxCredits } = CheckRun.properties;
const Half = named(
  'ComparedInput',
  fields({
    rows,
    log,
    earliest: described(earliest, 'Start of the time range of this run.'),
    latest: described(latest, 'End of the time range of this run, exclusive.'),
  }),
);

export const CheckComparisonRequest = named(
  'CheckComparisonRequest',
  fields(
    { before: Half, after: Half, maxCredits },
    {
      description:
        'Two inputs, each as in a run: a time range if the check has a query, `rows` or `log` otherwise. `maxCredits` applies to each of the two runs.',
    },
  ),
);
export type CheckComparisonRequest = Static<typeof CheckComparisonRequest>;

const ComparedFinding = named(
  'ComparedFinding',
  Type.Object({
    finding: Finding,
    evidence: Type.Array(Evidence.properties.rows.items, {
      description: 'Verified rows that support the finding. Each has a `quote`.',
    }),
  }),
);

const { inputRowCount, truncated, model, provider, region, creditsSpent } =
  EvaluationResult.properties;
const ComparedRun = named(
  'ComparedRun',
  Type.Object({ inputRowCount, truncated, model, provider, region, creditsSpent }),
);

export const CheckComparison = named(
  'CheckComparison',
  Type.Object({
    version: Type.Integer({ description: 'Version of the check.' }),
    before: ComparedRun,
    after: ComparedRun,
    changed: Type.Array(
      Type.Object({
        item: Type.String({ description: 'ID of the expected item.' }),
        before: ComparedFinding,
        after: ComparedFinding,
      }),
      { description: 'Items whose status differs, in the order of the check.' },
    ),
    unchanged: Type.Array(
      Type.Object({
        item: Type.String({ description: 'ID of the expected item.' }),
        status: Type.Enum(Object.keys(FINDING_STATUSES), { description: 'Status in both runs.' }),
      }),
      { description: 'The other items.' },
    ),
    creditsSpent: Type.Number({ description: 'AI credits charged for both runs together.' }),
  }),
);
export type CheckComparison = Static<typeof CheckComparison>;

/** Of the second row in `EVALUATION_EXAMPLE`. */
const sha256 = '473d3ffd9e48d4b12f15b47e66aae2c8189bb91afe2abc338e0918bb0ed6e978';
const failed = {
  finding: {
    id: 'capture',
    explanation: 'Capturing the payment failed with code 51. (row 2)',
    status: 'failed',
    confidence: 0.9,
  },
  evidence: [{ row: 2, start: 17, end: 39, sha256, quote: 'capture failed code=51' }],
};
const missing = {
  finding: {
    id: 'capture',
    explanation: 'No evidence found.',
    status: 'not_found',
    confidence: 0.9,
  },
  evidence: [],
};
const run = {
  inputRowCount: 2,
  truncated: false,
  model: EVALUATION_EXAMPLE.model,
  provider: EVALUATION_EXAMPLE.provider,
  region: EVALUATION_EXAMPLE.region,
  creditsSpent: EVALUATION_EXAMPLE.creditsSpent,
};

export const compareCheck = {
  method: 'POST',
  url: '/api/v1/checks/:id/compare',
  config: {
    permission: 'evaluations:run',
    rate: 'evaluation',
    countsTwice: true,
    credentials: ['access_token', 'session'],
    // Megabytes of rows are read on a thread of their own.
    body: 'evaluation',
  },
  schema: {
    tags: ['Checks'],
    summary: 'Compare two runs of a check',
    description:
      'Runs the check over two time ranges, or two sets of rows, and returns the items whose status differs, with the evidence of both. ' +
      'Counts and costs as two runs. Stores nothing, also if the history is on. Requires the mode `test_classification`. ' +
      'Both inputs are read before anything is charged. If a run fails, the error names it in `half` (`before` or `after`): it costs nothing, ' +
      '`after` doesn’t run once `before` has failed, and `creditsSpent` has what the other run cost.',
    params: fields({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    body: CheckComparisonRequest,
    response: { 200: dataOf(CheckComparison) },
  },
  docs: {
    errors: [...EVALUATION_ERRORS, 'CREDIT_CAP_EXCEEDED'],
    example: {
      params: { id: 'chk_2Vd9pLrKq7TzXmBcE4HwNa' },
      body: {
        before: { earliest: '-25h', latest: '-24h' },
        after: { earliest: '-1h', latest: 'now' },
      },
      answer: {
        data: {
          version: 1,
          before: run,
          after: run,
          changed: [{ item: 'capture', before: missing, after: failed }],
          unchanged: [],
          creditsSpent: 2 * run.creditsSpent,
        },
      },
    },
  },
} as const satisfies Endpoint;
