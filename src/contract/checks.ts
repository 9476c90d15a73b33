/** Checks: evaluations under a name. */
import { type Static, Type } from 'typebox';
import { COMPRESSION_OPTIONS, EVALUATION_MODES, INPUT_STRATEGIES } from '../spec/evaluation.ts';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import {
  EvaluationPreview,
  EvaluationRequest,
  EvaluationResult,
  ExpectedItem,
  EVALUATION_ERRORS,
  EVALUATION_EXAMPLE,
} from './evaluation.ts';
import {
  dataOf,
  described,
  fields,
  named,
  nameOf,
  PAGE_QUERY,
  pageOf,
  SHORT_LIST_QUERY,
} from './schema.ts';

const { checks, evaluation } = LIMITS;
const TAGS = ['Checks'];
/** Any text but what no store keeps: NUL and half characters. */
const KEEPABLE = '^[^\\u0000\\ud800-\\udfff]*$';
const KEEPABLE_WORDS = '^(?=[^]*\\S)[^\\u0000\\ud800-\\udfff]*$';
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

const Name = described(nameOf(checks.nameCharactersMax), 'Unique in the organization.');
const Description = Type.String({
  maxLength: checks.descriptionCharactersMax,
  pattern: KEEPABLE,
  description: 'Description.',
});
const Query = Type.Union(
  [
    Type.String({ maxLength: LIMITS.query.textCharactersMax, pattern: KEEPABLE_WORDS }),
    Type.Null(),
  ],
  {
    description:
      'Selects the events of a run; the run sets the time range. Null: each run sends its rows.',
  },
);
const Criteria = Type.String({
  maxLength: evaluation.criteriaCharactersMax,
  pattern: KEEPABLE_WORDS,
  description: 'What to evaluate, in plain language.',
});
const ExpectedItems = Type.Array(ExpectedItem, {
  maxItems: evaluation.itemsMax,
  description: 'Items to check one by one, each with its own result.',
});
const Mode = Type.Enum([...EVALUATION_MODES], {
  description: 'What a run returns, as in `run-adhoc`. Default: `test_classification`.',
});
const Model = Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], {
  description: 'Model ID. Null: the fast utility model.',
});
const LogCompression = Type.Union([Type.Boolean(), Type.Literal('auto')], {
  description: 'As in `run-adhoc`. Default: true.',
});
/** Without values for what is left out: a change would set them. */
const rangeOf = (name: keyof typeof COMPRESSION_OPTIONS) => {
  const { default: fallback, min, max, meaning } = COMPRESSION_OPTIONS[name];
  return { minimum: min, maximum: max, description: `${meaning} Default: ${fallback}.` };
};
const Compression = named(
  'CheckCompressionOptions',
  fields(
    {
      maxTemplates: Type.Optional(Type.Integer(rangeOf('maxTemplates'))),
      maxSamples: Type.Optional(Type.Integer(rangeOf('maxSamples'))),
      rareThreshold: Type.Optional(Type.Integer(rangeOf('rareThreshold'))),
      simThreshold: Type.Optional(Type.Number(rangeOf('simThreshold'))),
    },
    { description: 'As in `run-adhoc`.' },
  ),
);
const Strategy = Type.Enum([...INPUT_STRATEGIES], {
  description:
    'What a run does with an input that exceeds the input budget, as in `run-adhoc`. `split` costs a call per part. Default: `clip`.',
});
const Samples = Type.Enum([1, evaluation.samplesMax], {
  description:
    'How often a model answers in a run, as in `run-adhoc`. 3 costs as much as three runs. Default: 1.',
});
const MaxCredits = Type.Union(
  [Type.Number({ minimum: checks.creditsMin, maximum: checks.creditsMax }), Type.Null()],
  {
    description:
      'Credit cap of a run. A run whose upper estimate is higher is refused before the model is called. Null: none.',
  },
);

const CONTENT = {
  name: Type.String(),
  description: Type.String(),
  query: Type.Union([Type.String(), Type.Null()], {
    description: 'Selects the events of a run. Null: each run sends its rows.',
  }),
  criteria: Type.String({ description: 'What to evaluate.' }),
  expectedItems: Type.Array(ExpectedItem, { description: 'Items with a result each.' }),
  mode: Mode,
  model: Type.Union([Type.String(), Type.Null()], {
    description: 'Model ID. Null: the fast utility model.',
  }),
  logCompression: LogCompression,
  compressionOptions: Compression,
  strategy: Strategy,
  samples: Samples,
  maxCredits: Type.Union([Type.Number(), Type.Null()], {
    description: 'Credit cap of a run. Null: none.',
  }),
  version: Type.Integer({ description: 'Increases with every change.' }),
};

export const Check = named(
  'Check',
  Type.Object({
    id: Type.String(),
    ...CONTENT,
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedBy: Type.String(),
    updatedAt: Type.String(),
  }),
);
export type Check = Static<typeof Check>;

export const CheckVersion = named(
  'CheckVersion',
  Type.Object({ ...CONTENT, savedBy: Type.String(), savedAt: Type.String() }),
);
export type CheckVersion = Static<typeof CheckVersion>;

const OPTIONAL = {
  description: Type.Optional(Description),
  query: Type.Optional(Query),
  expectedItems: Type.Optional(ExpectedItems),
  mode: Type.Optional(Mode),
  model: Type.Optional(Model),
  logCompression: Type.Optional(LogCompression),
  compressionOptions: Type.Optional(Compression),
  strategy: Type.Optional(Strategy),
  samples: Type.Optional(Samples),
  maxCredits: Type.Optional(MaxCredits),
};

export const CheckDraft = named(
  'CheckDraft',
  fields({ name: Name, criteria: Criteria, ...OPTIONAL }),
);
export type CheckDraft = Static<typeof CheckDraft>;

export const CheckChange = named(
  'CheckChange',
  fields(
    {
      version: Type.Integer({ minimum: 1, description: 'Version your change is based on.' }),
      name: Type.Optional(Name),
      criteria: Type.Optional(Criteria),
      ...OPTIONAL,
    },
    { minProperties: 2 },
  ),
);
export type CheckChange = Static<typeof CheckChange>;

/** What a run brings along; the rest is the check's. */
export const CheckRun = named(
  'CheckRun',
  fields(
    {
      rows: EvaluationRequest.properties.rows,
      log: EvaluationRequest.properties.log,
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
      maxCredits: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: checks.creditsMax,
          description:
            'Credit cap of this run. The lower of this and the cap of the check applies.',
        }),
      ),
      preview: EvaluationRequest.properties.preview,
    },
    {
      description:
        'With a query: the time range. Without: exactly one of `rows` and `log`. Send `{}` for the default range.',
    },
  ),
);
export type CheckRun = Static<typeof CheckRun>;

const content = {
  name: 'deploy',
  description: 'After each deployment',
  query: 'service=shop',
  criteria: 'Judge whether the deployment went through.',
  expectedItems: [{ id: 'migrated', description: 'The schema was migrated' }],
  mode: 'test_classification' as const,
  model: null,
  logCompression: true,
  compressionOptions: {},
  strategy: 'clip' as const,
  samples: 1 as const,
  maxCredits: 5,
  version: 1,
};
const example = {
  id: 'chk_2Vd9pLrKq7TzXmBcE4HwNa',
  ...content,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:30:00.000Z',
  updatedBy: 'ada@example.com',
  updatedAt: '2026-11-15T08:30:00.000Z',
};
const saved = { savedBy: example.updatedBy, savedAt: example.updatedAt };

export const listChecks = {
  method: 'GET',
  url: '/api/v1/checks',
  config: { permission: 'checks:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'List checks',
    description: 'Newest first.',
    querystring: fields({
      ...PAGE_QUERY,
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: checks.nameCharactersMax,
          description: 'Only the check with this name.',
        }),
      ),
    }),
    response: { 200: pageOf(Check) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readCheck = {
  method: 'GET',
  url: '/api/v1/checks/:id',
  config: { permission: 'checks:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get a check',
    description: 'The definition and its version.',
    params: Id,
    response: { 200: dataOf(Check) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: example } } },
} as const satisfies Endpoint;

export const listCheckVersions = {
  method: 'GET',
  url: '/api/v1/checks/:id/versions',
  config: { permission: 'checks:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'List versions of a check',
    description: `Newest first, up to ${checks.versionsMax}. To restore one, send its fields with \`PATCH\`.`,
    params: Id,
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(CheckVersion) },
  },
  docs: {
    example: {
      params: { id: example.id },
      answer: { data: [{ ...content, ...saved }], nextCursor: null },
    },
  },
} as const satisfies Endpoint;

export const createCheck = {
  method: 'POST',
  url: '/api/v1/checks',
  config: { permission: 'checks:write', rate: 'management', body: 'definition' },
  schema: {
    tags: TAGS,
    summary: 'Create a check',
    description: 'Saves an evaluation under a name. Nothing is evaluated.',
    body: CheckDraft,
    response: { 201: dataOf(Check) },
  },
  docs: {
    errors: ['CONFLICT', 'QUERY_SYNTAX_ERROR'],
    example: {
      body: {
        name: content.name,
        query: content.query,
        criteria: content.criteria,
        expectedItems: content.expectedItems,
        maxCredits: content.maxCredits,
      },
      answer: { data: example },
    },
  },
} as const satisfies Endpoint;

export const changeCheck = {
  method: 'PATCH',
  url: '/api/v1/checks/:id',
  config: { permission: 'checks:write', rate: 'management', body: 'definition' },
  schema: {
    tags: TAGS,
    summary: 'Change a check',
    description: 'Fields you leave out keep their values. The next run uses the new version.',
    params: Id,
    body: CheckChange,
    response: { 200: dataOf(Check) },
  },
  docs: {
    errors: ['CONFLICT', 'QUERY_SYNTAX_ERROR'],
    example: {
      params: { id: example.id },
      body: { version: 1, criteria: example.criteria },
      answer: { data: example },
    },
  },
} as const satisfies Endpoint;

export const deleteCheck = {
  method: 'DELETE',
  url: '/api/v1/checks/:id',
  config: { permission: 'checks:delete', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Delete a check',
    description: 'Also deletes its versions.',
    params: Id,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;

export const runCheck = {
  method: 'POST',
  url: '/api/v1/checks/:id/run',
  config: {
    permission: 'evaluations:run',
    rate: 'evaluation',
    credentials: ['access_token', 'session'],
    // Megabytes of rows are read on a thread of their own.
    body: 'evaluation',
  },
  schema: {
    tags: TAGS,
    summary: 'Run a check',
    description:
      'Evaluates the events of a time range, or rows that you send, and responds like `POST /api/v1/evaluations/run-adhoc`. ' +
      'A check with a query reads events with your permissions, and also requires the scope `search:read`. ' +
      'Rows, explanations and quotes are not stored.',
    params: Id,
    body: CheckRun,
    response: { 200: dataOf(Type.Union([EvaluationResult, EvaluationPreview])) },
  },
  docs: {
    errors: [...EVALUATION_ERRORS, 'CREDIT_CAP_EXCEEDED'],
    example: {
      params: { id: example.id },
      body: { earliest: '-1h', latest: 'now' },
      answer: { data: EVALUATION_EXAMPLE },
    },
  },
} as const satisfies Endpoint;
