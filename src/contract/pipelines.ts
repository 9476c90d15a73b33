/** Pipelines: what happens to events on their way in. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { PipelineStep } from './pipeline-steps.ts';
import { dataOf, fields, nameOf, PAGE_QUERY, pageOf, SHORT_LIST_QUERY, named } from './schema.ts';

const limits = LIMITS.pipelines;
const settings = {
  name: nameOf(limits.nameCharactersMax),
  description: Type.Optional(Type.String({ maxLength: limits.descriptionCharactersMax })),
  isEnabled: Type.Optional(Type.Boolean({ description: 'Default true.' })),
  match: Type.Optional(
    Type.String({
      maxLength: limits.matchCharactersMax,
      description:
        'A search expression, e.g. `source=nginx NOT level=debug`. Default: every event.',
    }),
  ),
  steps: Type.Array(PipelineStep, {
    minItems: 1,
    maxItems: limits.stepsMax,
    description: 'Steps, in the order they run.',
  }),
};
const Position = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Pipelines run in this order, from 1. Default: the last.',
});

export const PipelineDraft = named(
  'PipelineDraft',
  fields({ ...settings, position: Type.Optional(Position) }),
);
export type PipelineDraft = Static<typeof PipelineDraft>;

export const PipelineChange = named(
  'PipelineChange',
  fields(
    {
      name: Type.Optional(settings.name),
      description: settings.description,
      isEnabled: settings.isEnabled,
      match: settings.match,
      steps: Type.Optional(settings.steps),
      position: Type.Optional(Position),
      version: Type.Optional(
        Type.Integer({
          minimum: 1,
          description:
            'Version your change is based on. If it is outdated, you get 409. Alternatively send `If-Match`.',
        }),
      ),
    },
    { minProperties: 1 },
  ),
);
export type PipelineChange = Static<typeof PipelineChange>;

const Contents = {
  name: Type.String(),
  description: Type.String(),
  isEnabled: Type.Boolean({ description: 'Whether the pipeline processes events.' }),
  match: Type.String({
    description: 'Search that selects the events to process. Empty: all events.',
  }),
  steps: Type.Array(PipelineStep, { description: 'Steps, in the order they run.' }),
  version: Type.Integer({
    description: 'Increases with every change. Send it back in `If-Match`.',
  }),
  updatedAt: Type.String(),
  updatedBy: Type.String({ description: 'Email address, or ID of an API key.' }),
};

export const Pipeline = named(
  'Pipeline',
  Type.Object({
    id: Type.String(),
    position: Type.Integer({ description: 'Order among the pipelines, from 1.' }),
    ...Contents,
    createdAt: Type.String(),
  }),
);
export type Pipeline = Static<typeof Pipeline>;

export const PipelineVersion = named('PipelineVersion', Type.Object(Contents));
export type PipelineVersion = Static<typeof PipelineVersion>;

const ShownEvent = named(
  'ShownEvent',
  Type.Object({
    event: Type.String(),
    index: Type.String(),
    level: Type.String(),
    source: Type.String(),
    timestamp: Type.String(),
    attributes: Type.Record(Type.String(), Type.String(), { description: 'Further fields.' }),
  }),
);
export type ShownEvent = Static<typeof ShownEvent>;

const TestedStep = named(
  'TestedStep',
  Type.Object({
    kind: Type.String({ description: 'Type of the step.' }),
    outcome: Type.Enum(['changed', 'unchanged', 'dropped', 'failed'], {
      description: 'What the step did to the event.',
    }),
    error: Type.Optional(Type.String({ description: 'Why the step failed.' })),
    micros: Type.Number({ description: 'Time it took, in microseconds.' }),
    after: Type.Optional(ShownEvent),
  }),
);

const TestedPipeline = named(
  'TestedPipeline',
  Type.Object({
    name: Type.String(),
    matched: Type.Boolean({ description: 'Whether the pipeline processes this event.' }),
    steps: Type.Array(TestedStep, { description: 'Results by step.' }),
  }),
);

const TestedEvent = named(
  'TestedEvent',
  Type.Object({
    before: ShownEvent,
    pipelines: Type.Array(TestedPipeline, {
      description: 'Results by pipeline, in the order they run.',
    }),
    after: Type.Union([ShownEvent, Type.Null()], { description: 'Null: the event was dropped.' }),
    unmasked: Type.Array(Type.Object({ field: Type.String(), kind: Type.String() }), {
      description:
        'Fields whose final value still looks like sensitive data, with the kind of data.',
    }),
  }),
);
export type TestedEvent = Static<typeof TestedEvent>;

export const PipelineTest = named(
  'PipelineTest',
  fields({
    events: Type.Array(
      fields({
        event: Type.String({ maxLength: LIMITS.events.bodyBytesMax }),
        level: Type.Optional(Type.String({ maxLength: 100 })),
        source: Type.Optional(Type.String({ maxLength: 1_000 })),
        timestamp: Type.Optional(Type.String({ format: 'date-time' })),
        index: Type.Optional(Type.String({ maxLength: 63 })),
        id: Type.Optional(Type.String({ maxLength: 1_000 })),
        attributes: Type.Optional(
          Type.Record(Type.String(), Type.String(), {
            maxProperties: LIMITS.events.attributesMax,
            description: 'Further fields.',
          }),
        ),
      }),
      {
        minItems: 1,
        maxItems: limits.testEventsMax,
        description: 'Events to run through the pipelines.',
      },
    ),
    pipeline: Type.Optional(
      fields(
        { name: Type.Optional(settings.name), match: settings.match, steps: settings.steps },
        {
          description: 'The pipeline to try. Default: those of the organization that are enabled.',
        },
      ),
    ),
  }),
);
export type PipelineTest = Static<typeof PipelineTest>;

const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

const example = {
  id: 'pip_4fT0aX9bQm2LrVw6YdKz1e',
  position: 1,
  name: 'Access logs',
  description: '',
  isEnabled: true,
  match: 'source=nginx',
  steps: [
    { kind: 'parse_grok' as const, pattern: '%{COMBINEDAPACHELOG}' },
    {
      kind: 'mask' as const,
      fields: ['event', 'clientip'],
      what: ['ip' as const],
      with: 'hash' as const,
    },
  ],
  version: 1,
  createdAt: '2026-11-15T08:30:00.000Z',
  updatedAt: '2026-11-15T08:30:00.000Z',
  updatedBy: 'ada@example.com',
};
const draft = { name: example.name, match: example.match, steps: example.steps };
const { id, position: _position, createdAt: _createdAt, ...exampleVersion } = example;
const shown = {
  event: 'user=7 logged in',
  index: 'main',
  level: 'info',
  source: 'login',
  timestamp: '2026-11-15T08:30:00.000Z',
  attributes: {},
};

export const listPipelines = {
  method: 'GET',
  url: '/api/v1/pipelines',
  config: { permission: 'pipelines:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Pipelines'],
    summary: 'List pipelines',
    description: 'In the order they run.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(Pipeline) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const createPipeline = {
  method: 'POST',
  url: '/api/v1/pipelines',
  config: { permission: 'pipelines:manage', rate: 'management', body: 'management' },
  schema: {
    tags: ['Pipelines'],
    summary: 'Create a pipeline',
    description: 'Applies to every event that arrives after the response.',
    body: PipelineDraft,
    response: { 201: dataOf(Pipeline) },
  },
  docs: {
    errors: ['QUERY_SYNTAX_ERROR', 'PLAN_LIMIT_REACHED'],
    example: { body: draft, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const readPipeline = {
  method: 'GET',
  url: '/api/v1/pipelines/:id',
  config: { permission: 'pipelines:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Pipelines'],
    summary: 'Get a pipeline',
    description: 'The pipeline with its steps.',
    params: Id,
    response: { 200: dataOf(Pipeline) },
  },
  docs: { example: { params: { id }, answer: { data: example } } },
} as const satisfies Endpoint;

export const changePipeline = {
  method: 'PATCH',
  url: '/api/v1/pipelines/:id',
  config: { permission: 'pipelines:manage', rate: 'management', body: 'management' },
  schema: {
    tags: ['Pipelines'],
    summary: 'Change a pipeline',
    description: 'Creates a new version. Earlier versions are kept.',
    params: Id,
    headers: Type.Object({
      'if-match': Type.Optional(
        Type.String({ maxLength: 20, description: 'Version your change is based on, e.g. `"3"`.' }),
      ),
    }),
    body: PipelineChange,
    response: { 200: dataOf(Pipeline) },
  },
  docs: {
    errors: ['CONFLICT', 'QUERY_SYNTAX_ERROR'],
    example: {
      params: { id },
      body: { isEnabled: false, version: 1 },
      answer: { data: { ...example, isEnabled: false, version: 2 } },
    },
  },
} as const satisfies Endpoint;

export const deletePipeline = {
  method: 'DELETE',
  url: '/api/v1/pipelines/:id',
  config: { permission: 'pipelines:manage', rate: 'management', body: 'none' },
  schema: {
    tags: ['Pipelines'],
    summary: 'Delete a pipeline',
    description: 'Stops processing new events. Events that are already stored don’t change.',
    params: Id,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params: { id }, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;

export const listPipelineVersions = {
  method: 'GET',
  url: '/api/v1/pipelines/:id/versions',
  config: { permission: 'pipelines:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Pipelines'],
    summary: 'List the versions of a pipeline',
    description: 'Newest first. To restore a version, update the pipeline with its definition.',
    params: Id,
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(PipelineVersion) },
  },
  docs: { example: { params: { id }, answer: { data: [exampleVersion], nextCursor: null } } },
} as const satisfies Endpoint;

export const testPipelines = {
  method: 'POST',
  url: '/api/v1/pipelines/test',
  config: { permission: 'pipelines:manage', rate: 'management', body: 'management' },
  schema: {
    tags: ['Pipelines'],
    summary: 'Test pipelines',
    description: 'Shows each event before and after, step by step. Nothing is stored.',
    body: PipelineTest,
    response: { 200: dataOf(Type.Array(TestedEvent)) },
  },
  docs: {
    errors: ['QUERY_SYNTAX_ERROR'],
    example: {
      body: {
        events: [{ event: shown.event, source: shown.source }],
        pipeline: { steps: [{ kind: 'parse_key_value' }] },
      },
      answer: {
        data: [
          {
            before: shown,
            pipelines: [
              {
                name: 'Trial',
                matched: true,
                steps: [
                  {
                    kind: 'parse_key_value',
                    outcome: 'changed',
                    micros: 4.2,
                    after: { ...shown, attributes: { user: '7' } },
                  },
                ],
              },
            ],
            after: { ...shown, attributes: { user: '7' } },
            unmasked: [],
          },
        ],
      },
    },
  },
} as const satisfies Endpoint;
