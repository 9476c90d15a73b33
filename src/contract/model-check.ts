/** How well the configured model judges: cases with known answers, asked as an evaluation asks them. For operators. */
import { type Static, Type } from 'typebox';
import { FINDING_STATUSES, MODEL_CHECK_SETS, MODEL_VENDOR_DEFAULT } from '../spec/evaluation.ts';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named } from './schema.ts';

const { modelCheckQuestionsMax, modelCheckCreditsMax } = LIMITS.evaluation;

const CheckSet = Type.Enum(Object.keys(MODEL_CHECK_SETS), {
  description: Object.entries(MODEL_CHECK_SETS)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join(' '),
});
const Model = Type.String({ maxLength: 100, description: 'Default: the fast utility model.' });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const credits = (description: string) => Type.Number({ minimum: 0, description });

const Judged = named(
  'CheckedJudgements',
  Type.Object(
    {
      right: count('Cases with the status of the label.'),
      decided: count('Cases with evidence that got a status other than `not_found`.'),
      rightDecided: count('Of these, the ones with the right status.'),
      falseVerdicts: count('Cases without evidence that got a status other than `not_found`.'),
      unverified: count(
        'Findings that became `not_found` because their quotes were not in the log.',
      ),
    },
    {
      description:
        'Results of the model (`judged`), or of the built-in evaluator (`offline`) for the same cases.',
    },
  ),
);
export type CheckedJudgements = Static<typeof Judged>;

export const ModelCheckPlan = named(
  'ModelCheckPlan',
  Type.Object({
    provider: Type.String({ description: 'Provider that would be asked.' }),
    region: Type.String({ description: 'Region of the provider.' }),
    model: Type.String({ description: 'Model that would be asked.' }),
    set: CheckSet,
    cases: count('Cases of the set.'),
    questions: count('Questions that ask for them, numbered from 0.'),
    creditEstimate: Type.Object(
      {
        least: credits('Short answers without retries.'),
        most: credits('Upper bound: long answers, and a retry of every question.'),
      },
      { description: 'Credits for the whole set at the price of the model.' },
    ),
  }),
);
export type ModelCheckPlan = Static<typeof ModelCheckPlan>;

export const ModelCheckPart = named(
  'ModelCheckPart',
  Type.Object({
    provider: Type.String({ description: 'Provider that was asked.' }),
    region: Type.String({ description: 'Region of the provider.' }),
    model: Type.String({ description: 'Model that was asked.' }),
    asked: Type.Array(Type.Integer(), { description: 'Questions that were asked.' }),
    stopped: Type.Union(
      [
        Type.Enum(['cap', 'time', 'no_answer'], {
          description:
            'Why not all questions were asked: the next one can cost more than `creditsMax`, the time of the request was over, or the provider did not answer.',
        }),
        Type.Null(),
      ],
      { description: 'Null: all questions were asked.' },
    ),
    cases: count('Cases that were asked about.'),
    withEvidence: count('Cases whose label is not `not_found`.'),
    withoutEvidence: count('Cases whose label is `not_found`.'),
    judged: Judged,
    offline: Judged,
    answers: count('Answers of the provider.'),
    schemaErrors: count('Answers that did not have the requested form.'),
    ungrounded: count('Answers that were rejected because too many quotes were not in the log.'),
    repaired: count('Questions whose second answer was valid.'),
    invalid: count('Questions without a valid answer. Their cases count as wrong.'),
    unanswered: count('Questions that the provider did not answer. Their cases count as wrong.'),
    latenciesMs: Type.Array(Type.Integer(), {
      description: 'Time until each answer, including retries, in milliseconds.',
    }),
    tokensIn: count('Tokens sent.'),
    tokensOut: count('Tokens received.'),
    tokensEstimated: count(
      'Answers whose tokens Xplain estimated, because the provider returned none.',
    ),
    creditsSpent: credits(
      'Credits at the price of the model, rejected answers included. No organization is charged.',
    ),
    wrong: Type.Array(
      Type.Object({
        log: Type.String({ description: 'Name of the log.' }),
        description: Type.String({ description: 'The expected item.' }),
        expected: Type.Enum(Object.keys(FINDING_STATUSES), { description: 'The label.' }),
        given: Type.Union([Type.Enum(Object.keys(FINDING_STATUSES)), Type.Null()], {
          description: 'What the model answered. Null: no valid answer.',
        }),
      }),
      { description: 'Cases that the model got wrong. Always empty for `sealed`.' },
    ),
  }),
);
export type ModelCheckPart = Static<typeof ModelCheckPart>;

const tags = ['Installation'];
const who = {
  provider: 'bedrock',
  region: 'eu-central-1',
  model: `${MODEL_VENDOR_DEFAULT}-haiku-4-5`,
};

export const getModelCheck = {
  method: 'GET',
  url: '/api/v1/operator/model-check',
  config: { permission: 'installation', rate: 'management', body: 'none' },
  schema: {
    tags,
    summary: 'Estimate the cost of a model check',
    description:
      'Number of labelled cases, and what it costs to ask the configured model about them. No model is called.',
    querystring: fields({ set: Type.Optional(CheckSet), model: Type.Optional(Model) }),
    response: { 200: dataOf(ModelCheckPlan) },
  },
  docs: {
    errors: ['AI_MODEL_NOT_CONFIGURED', 'AI_PROVIDER_NOT_EU', 'EVALUATIONS_BUSY'],
    example: {
      query: { set: 'sample' },
      answer: {
        data: {
          ...who,
          set: 'sample',
          cases: 60,
          questions: 20,
          creditEstimate: { least: 4.2, most: 41.5 },
        },
      },
    },
  },
} as const satisfies Endpoint;

const judged = { right: 3, decided: 2, rightDecided: 2, falseVerdicts: 0, unverified: 0 };

export const runModelCheck = {
  method: 'POST',
  url: '/api/v1/operator/model-check',
  config: { permission: 'installation', rate: 'evaluation', body: 'management' },
  schema: {
    tags,
    summary: 'Ask the configured model about labelled cases',
    description:
      'Asks the questions one after the other, with the instructions and checks of an evaluation, and compares the findings with the labels. ' +
      'Add up the results of several requests for a whole set. Not charged to an organization; each request is recorded in `GET /api/v1/operator/audit`.',
    body: fields({
      set: CheckSet,
      model: Type.Optional(Model),
      questions: Type.Array(Type.Integer({ minimum: 0, maximum: 9_999 }), {
        minItems: 1,
        maxItems: modelCheckQuestionsMax,
        uniqueItems: true,
        description: 'Numbers of the questions, from 0.',
      }),
      creditsMax: Type.Number({
        minimum: 0,
        maximum: modelCheckCreditsMax,
        description: 'A question that can cost more than what is left of this is not asked.',
      }),
    }),
    response: { 200: dataOf(ModelCheckPart) },
  },
  docs: {
    errors: [
      'AI_MODEL_NOT_CONFIGURED',
      'AI_PROVIDER_NOT_EU',
      'EVALUATION_TIMEOUT',
      'EVALUATIONS_BUSY',
    ],
    example: {
      body: { set: 'sample', questions: [0], creditsMax: 50 },
      answer: {
        data: {
          ...who,
          asked: [0],
          stopped: null,
          cases: 3,
          withEvidence: 2,
          withoutEvidence: 1,
          judged,
          offline: { ...judged, right: 2, decided: 1, rightDecided: 1 },
          answers: 1,
          schemaErrors: 0,
          ungrounded: 0,
          repaired: 0,
          invalid: 0,
          unanswered: 0,
          latenciesMs: [2_140],
          tokensIn: 3_812,
          tokensOut: 174,
          tokensEstimated: 0,
          creditsSpent: 0.4682,
          wrong: [],
        },
      },
    },
  },
} as const satisfies Endpoint;
