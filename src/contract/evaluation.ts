/** Evaluation: log rows and criteria in, a verdict that rests on the rows out. Nothing is stored. */
import { type Static, Type } from 'typebox';
import {
  COMPRESSION_OPTIONS,
  EVALUATION_MODES,
  FINDING_STATUSES,
  INPUT_STRATEGIES,
  MODEL_VENDOR_DEFAULT,
  SERVER_MARKS,
} from '../spec/evaluation.ts';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, fields, nameOf, named } from './schema.ts';

const { evaluation } = LIMITS;
/** Text with something to see in it. */
const SOMETHING = '\\S';

export const ExpectedItem = named(
  'ExpectedItem',
  fields({
    id: nameOf(evaluation.itemIdCharactersMax),
    description: Type.String({
      maxLength: evaluation.itemDescriptionCharactersMax,
      pattern: SOMETHING,
      description: 'What evidence to look for.',
    }),
  }),
);
export type ExpectedItem = Static<typeof ExpectedItem>;

const CompressionOptions = named(
  'CompressionOptions',
  fields({
    maxTemplates: Type.Optional(
      Type.Integer({
        ...rangeOf('maxTemplates'),
        description: 'Maximum number of patterns to send.',
      }),
    ),
    maxSamples: Type.Optional(
      Type.Integer({ ...rangeOf('maxSamples'), description: 'Sample lines per pattern.' }),
    ),
    rareThreshold: Type.Optional(
      Type.Integer({
        ...rangeOf('rareThreshold'),
        description: 'Lines of patterns with at most this many events are sent verbatim.',
      }),
    ),
    simThreshold: Type.Optional(
      Type.Number({
        ...rangeOf('simThreshold'),
        description: 'How similar lines must be to share a pattern, from 0 to 1.',
      }),
    ),
  }),
);

function rangeOf(name: keyof typeof COMPRESSION_OPTIONS) {
  const { default: fallback, min, max, meaning } = COMPRESSION_OPTIONS[name];
  return { minimum: min, maximum: max, default: fallback, description: meaning };
}

const Source = fields(
  {
    query: Type.String({
      maxLength: LIMITS.query.textCharactersMax,
      pattern: SOMETHING,
      description: 'Query that selects the events.',
    }),
    earliest: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Start of the time range.' }),
    ),
    latest: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'End of the time range, exclusive.',
      }),
    ),
  },
  {
    description:
      'A search whose events are evaluated, instead of `rows`. Also requires the scope `search:read`.',
  },
);

export const EvaluationRequest = fields(
  {
    rows: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })]), {
        minItems: 1,
        maxItems: evaluation.rowsMax,
        description: 'Log lines, or objects, which are serialized.',
      }),
    ),
    log: Type.Optional(Type.Unknown({ description: 'A single row, in place of `rows`.' })),
    source: Type.Optional(
      described(Source, 'Select the events with a query, instead of sending `rows`.'),
    ),
    criteria: Type.Optional(
      Type.String({
        maxLength: evaluation.criteriaCharactersMax,
        pattern: SOMETHING,
        description: 'What to evaluate, in plain language. Required unless `preview` is true.',
      }),
    ),
    expectedItems: Type.Optional(
      Type.Array(ExpectedItem, {
        maxItems: evaluation.itemsMax,
        description: 'Items to check one by one, each with its own result.',
      }),
    ),
    mode: Type.Optional(
      Type.Enum([...EVALUATION_MODES], {
        default: EVALUATION_MODES[0],
        description:
          'What the evaluation returns: one result per expected item, or findings without a list of items.',
      }),
    ),
    model: Type.Optional(
      Type.String({ maxLength: 100, description: 'Default: the fast utility model.' }),
    ),
    logCompression: Type.Optional(
      Type.Union([Type.Boolean(), Type.Literal('auto')], {
        default: true,
        description:
          'true: all rows are grouped into patterns with counts, and rare lines are kept verbatim. ' +
          `false: the first ${evaluation.rowsUncompressedMax} rows are sent as they are. ` +
          '`auto`: patterns, unless the rows take fewer tokens as they are.',
      }),
    ),
    compressionOptions: Type.Optional(CompressionOptions),
    strategy: Type.Optional(
      Type.Enum([...INPUT_STRATEGIES], {
        default: INPUT_STRATEGIES[0],
        description:
          '`clip`: what does not fit into the input budget is left out, and `truncated` is true. ' +
          `\`split\`: the rows are evaluated in up to ${evaluation.inputPartsMax} parts, in order, and the findings are merged. Costs a call per part; the preview shows the cost. Requires \`test_classification\`.`,
      }),
    ),
    samples: Type.Optional(
      Type.Enum([1, evaluation.samplesMax], {
        default: 1,
        description:
          'How often a model answers. With 3, each item gets the status of the majority, and `confidence` is the share of answers that agree. Costs as much as three runs. ' +
          'The built-in evaluator always gives the same answer, so it answers once. Requires `test_classification`.',
      }),
    ),
    preview: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Return the lines that would be sent, without evaluating them.',
      }),
    ),
  },
  { title: 'EvaluationRequest', description: 'Exactly one of `rows`, `log` and `source`.' },
);
export type EvaluationRequest = Static<typeof EvaluationRequest>;

export const Finding = named(
  'Finding',
  Type.Object({
    id: Type.String({
      description: 'ID of the expected item; `f1`, `f2`, … in generic_verdict mode.',
    }),
    explanation: Type.String({
      maxLength: evaluation.explanationCharactersMax,
      description: 'Reasoning, with references to row numbers.',
    }),
    status: Type.Optional(
      Type.Enum(Object.keys(FINDING_STATUSES), { description: 'Result for the expected item.' }),
    ),
    confidence: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Confidence of the model, from 0 to 1.' }),
    ),
    entity: Type.Optional(
      Type.Object(
        { type: Type.String(), key: Type.String() },
        { description: 'What the finding is about, such as a host or a user.' },
      ),
    ),
    score: Type.Optional(
      Type.Number({
        description:
          'Numeric risk score, only when the criteria, or the expected item, ask for scoring.',
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Framework tags such as technique IDs, only when the criteria, or the expected item, ask for them.',
      }),
    ),
    marks: Type.Optional(
      Type.Array(Type.Enum(Object.keys(SERVER_MARKS)), {
        description: 'Result of the server’s checks of the evidence.',
      }),
    ),
  }),
);

export const Evidence = named(
  'Evidence',
  Type.Object({
    id: Type.String({ description: 'ID of the finding.' }),
    rows: Type.Array(
      Type.Object({
        row: Type.Integer({
          minimum: 1,
          description: 'Number of the row, from 1, as in the explanation.',
        }),
        start: Type.Union([Type.Integer(), Type.Null()], {
          description:
            'Start of the quote in the serialized row, in UTF-16 units. Null: the evidence is the pattern of the row.',
        }),
        end: Type.Union([Type.Integer(), Type.Null()], {
          description: 'End of the quote, exclusive.',
        }),
        sha256: Type.String({ description: 'SHA-256 of the whole serialized row as UTF-8.' }),
        eventId: Type.Optional(Type.String({ description: 'ID of the event, with `source`.' })),
        quote: Type.Optional(
          Type.String({
            description:
              'The quoted part of the serialized row, with `source`. If the evidence is the pattern of the row, its beginning.',
          }),
        ),
      }),
      { description: 'Rows that support the finding.' },
    ),
  }),
);

export const EvaluationResult = named(
  'EvaluationResult',
  Type.Object({
    verdict: Type.Array(Finding, {
      maxItems: evaluation.findingsMax,
      description: 'The findings.',
    }),
    summary: Type.Union(
      [Type.String({ maxLength: evaluation.summaryCharactersMax }), Type.Null()],
      { description: 'Overall result in one or two sentences. Null: none.' },
    ),
    evidence: Type.Array(Evidence, { description: 'Verified evidence for each finding.' }),
    model: Type.String({ description: 'Model that produced the verdict.' }),
    provider: Type.String({ description: 'Provider that ran the model.' }),
    region: Type.String({ description: 'Region where the data was processed.' }),
    inputRowCount: Type.Integer({ description: 'Number of rows that were evaluated.' }),
    truncated: Type.Boolean({ description: 'Input was clipped to fit the limits.' }),
    compressed: Type.Boolean({ description: 'Rows were compressed into patterns.' }),
    parts: Type.Optional(
      Type.Integer({ minimum: 2, description: 'Parts that were evaluated, with `split`.' }),
    ),
    usage: Type.Object(
      {
        tokensIn: Type.Integer(),
        tokensOut: Type.Integer(),
        estimated: Type.Optional(
          Type.Literal(true, {
            description: 'Whether Xplain estimated the counts because the provider returned none.',
          }),
        ),
      },
      { description: 'Tokens that the model processed.' },
    ),
    creditsSpent: Type.Number({
      description:
        'AI credits charged for this run. 0 when the built-in evaluator answers (provider `offline`): it has no model cost.',
    }),
  }),
);
export type EvaluationResult = Static<typeof EvaluationResult>;

export const EvaluationPreview = named(
  'EvaluationPreview',
  Type.Object({
    preview: Type.Literal(true, { description: 'Always true: no model was called.' }),
    lines: Type.Array(Type.String(), {
      description:
        'The exact lines a model would get: `[<count>x] <template> e.g. <sample>`, or `[1x] <line>` for a one-off line. ' +
        'Without compression the rows as they are.',
    }),
    inputRowCount: Type.Integer({ description: 'Number of rows that would be evaluated.' }),
    uniqueTemplates: Type.Integer({
      description: 'Patterns found, before the cap. 0 without compression.',
    }),
    droppedTemplates: Type.Integer({ description: 'Patterns dropped by the cap.' }),
    rareLineCount: Type.Integer({ description: 'Lines kept verbatim.' }),
    truncated: Type.Boolean({ description: 'Input was clipped to fit the limits.' }),
    parts: Type.Optional(
      Type.Integer({ minimum: 2, description: 'Parts that would be evaluated, with `split`.' }),
    ),
    creditEstimate: Type.Object(
      {
        model: Type.String({
          description:
            'Model that the estimate is priced at: `model` of the request, or the default.',
        }),
        uncompressed: Type.Number({
          description: 'Credits for the log data as it is, at the model’s input rate.',
        }),
        compressed: Type.Number({
          description: 'Credits for the log data with compression, at the model’s input rate.',
        }),
        charged: Type.Number({
          description:
            'Credits this installation would charge for the lines of this preview. 0 when the built-in evaluator answers.',
        }),
        wholeRun: Type.Object(
          {
            least: Type.Number({ description: 'Estimate for a short answer without retries.' }),
            most: Type.Number({
              description: 'Upper bound: a long answer, and a retry of every request.',
            }),
          },
          {
            description:
              'Credits for a complete run with this model, including instructions, criteria and answer.',
          },
        ),
      },
      {
        description:
          'Credits at the price of the model: for the log data alone, and the range for a whole run. ' +
          '`charged` is what this installation would charge.',
      },
    ),
  }),
);
export type EvaluationPreview = Static<typeof EvaluationPreview>;

const rows = ['INFO order 4711 authorized', 'ERROR order 4711 capture failed code=51'];
/** Of the second row. */
const sha256 = '473d3ffd9e48d4b12f15b47e66aae2c8189bb91afe2abc338e0918bb0ed6e978';
/** What a run answers, in the API reference. */
export const EVALUATION_EXAMPLE = {
  verdict: [
    {
      id: 'capture',
      explanation: 'Capturing the payment failed with code 51. (row 2)',
      status: 'failed',
      confidence: 0.9,
      entity: { type: 'order', key: '4711' },
    },
  ],
  summary: null,
  evidence: [{ id: 'capture', rows: [{ row: 2, start: 17, end: 39, sha256 }] }],
  model: `${MODEL_VENDOR_DEFAULT}-haiku-4-5`,
  provider: 'bedrock',
  region: 'eu-central-1',
  inputRowCount: 2,
  truncated: false,
  compressed: true,
  usage: { tokensIn: 812, tokensOut: 74 },
  creditsSpent: 0.1182,
};

/** What a run may be refused with. */
export const EVALUATION_ERRORS = [
  'FST_ERR_CTP_BODY_TOO_LARGE',
  'QUERY_SYNTAX_ERROR',
  'UNKNOWN_INDEX',
  'QUERY_TIMEOUT',
  'AI_CREDITS_EXHAUSTED',
  'EVALUATION_SCHEMA_ERROR',
  'AI_PROVIDER_NOT_EU',
  'AI_MODEL_NOT_CONFIGURED',
  'EVALUATION_TIMEOUT',
  'EVALUATIONS_BUSY',
] as const;

export const runAdhocEvaluation = {
  method: 'POST',
  url: '/api/v1/evaluations/run-adhoc',
  config: {
    permission: 'evaluations:run',
    rate: 'evaluation',
    // In the web app by the session: nobody has to create a token for that.
    credentials: ['access_token', 'session'],
    // Megabytes of rows are read on a thread of their own.
    body: 'evaluation',
  },
  schema: {
    tags: ['Evaluation'],
    summary: 'Evaluate log events against criteria',
    description:
      'Synchronous and stateless: rows, criteria and verdict are processed for the duration of the request ' +
      'and not stored. Every `passed`, `failed` or `skipped` has evidence that the server has verified; ' +
      'without evidence the status is `not_found`. With `preview`, nothing is evaluated or charged.',
    body: EvaluationRequest,
    response: { 200: dataOf(Type.Union([EvaluationResult, EvaluationPreview])) },
  },
  docs: {
    errors: EVALUATION_ERRORS,
    example: {
      body: {
        rows,
        criteria: 'Judge whether the payment of order 4711 went through.',
        expectedItems: [{ id: 'capture', description: 'The payment was captured' }],
      },
      answer: { data: EVALUATION_EXAMPLE },
    },
  },
} as const satisfies Endpoint;
