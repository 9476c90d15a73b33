/** Searches under names that detections use, with the fields they name. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import {
  dataOf,
  described,
  fields,
  named,
  PAGE_QUERY,
  pageOf,
  SHORT_LIST_QUERY,
} from './schema.ts';

/** Any text but what no store keeps: NUL and half characters. */
const KEEPABLE = '^[^\\u0000\\ud800-\\udfff]*$';
export const DATA_MODEL_NAME = /^[A-Za-z_][\w-]*$/;
const Name = Type.String({
  minLength: 1,
  maxLength: LIMITS.dataModels.nameCharactersMax,
  pattern: DATA_MODEL_NAME.source,
  description: 'Letters, digits, `_` and `-`.',
});
const Description = Type.String({
  maxLength: LIMITS.dataModels.descriptionCharactersMax,
  pattern: KEEPABLE,
  description: 'Description.',
});

const Dataset = named(
  'Dataset',
  fields({
    name: described(Name, 'Prefix of field names in queries: `Processes.user`.'),
    parent: Type.Union([Name, Type.Null()], {
      description: 'Parent dataset. Null: none.',
    }),
    search: Type.String({
      maxLength: LIMITS.dataModels.searchCharactersMax,
      pattern: KEEPABLE,
      description:
        'A search without pipes that selects the events. Empty: all events, or all events of the parent.',
    }),
    fields: Type.Array(
      fields({
        name: Type.String({
          minLength: 1,
          maxLength: LIMITS.dataModels.nameCharactersMax,
          pattern: '^[A-Za-z_][\\w.-]*$',
        }),
        expression: Type.Union(
          [
            Type.String({
              minLength: 1,
              maxLength: LIMITS.dataModels.expressionCharactersMax,
              pattern: KEEPABLE,
            }),
            Type.Null(),
          ],
          {
            description:
              "An eval expression, such as `coalesce(user, 'user.name')`. Null: the field of the event with this name.",
          },
        ),
      }),
      {
        maxItems: LIMITS.dataModels.fieldsMax,
        description: 'Other field names refer to the fields of the event.',
      },
    ),
  }),
);
export type Dataset = Static<typeof Dataset>;

const Datasets = Type.Array(Dataset, {
  minItems: 1,
  maxItems: LIMITS.dataModels.datasetsMax,
  description: 'The datasets of the data model.',
});
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const CONTENT = {
  name: Type.String(),
  description: Type.String(),
  datasets: Type.Array(Dataset, { description: 'The datasets of the data model.' }),
};
const VERSION = { version: Type.Integer({ description: 'Increases with every change.' }) };

export const DataModel = named(
  'DataModel',
  Type.Object({
    id: Type.String(),
    ...CONTENT,
    ...VERSION,
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedBy: Type.String(),
    updatedAt: Type.String(),
  }),
);
export type DataModel = Static<typeof DataModel>;

export const DataModelVersion = named(
  'DataModelVersion',
  Type.Object({ ...CONTENT, ...VERSION, savedBy: Type.String(), savedAt: Type.String() }),
);
export type DataModelVersion = Static<typeof DataModelVersion>;

export const DataModelDraft = named(
  'DataModelDraft',
  fields({ name: Name, description: Type.Optional(Description), datasets: Datasets }),
);
export type DataModelDraft = Static<typeof DataModelDraft>;

export const DataModelChange = named(
  'DataModelChange',
  fields(
    {
      version: Type.Integer({ minimum: 1, description: 'Version your change is based on.' }),
      name: Type.Optional(Name),
      description: Type.Optional(Description),
      datasets: Type.Optional(Datasets),
    },
    { minProperties: 2 },
  ),
);
export type DataModelChange = Static<typeof DataModelChange>;

const BuiltInDataModel = named('BuiltInDataModel', Type.Object(CONTENT));

const datasets = [
  {
    name: 'Web',
    parent: null,
    search: 'index=web',
    fields: [{ name: 'status', expression: 'coalesce(status, status_code)' }],
  },
];
const content = { name: 'Web', description: 'Requests to our shop', datasets, version: 1 };
const example = {
  id: 'dmo_2Vd9pLrKq7TzXmBcE4HwNa',
  ...content,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:30:00.000Z',
  updatedBy: 'ada@example.com',
  updatedAt: '2026-11-15T08:30:00.000Z',
};
const saved = { savedBy: example.updatedBy, savedAt: example.updatedAt };
const draft = { name: content.name, datasets };

export const listDataModels = {
  method: 'GET',
  url: '/api/v1/data-models',
  config: { permission: 'data-models:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Data models'],
    summary: 'List data models',
    description: 'Newest first. Built-in data models are at `/api/v1/data-models/built-in`.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(DataModel) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const listBuiltInDataModels = {
  method: 'GET',
  url: '/api/v1/data-models/built-in',
  config: { permission: 'data-models:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Data models'],
    summary: 'List built-in data models',
    description:
      'Data models with the names of Splunk’s Common Information Model. A data model with the same name overrides the built-in one.',
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(BuiltInDataModel) },
  },
  docs: {
    example: {
      answer: {
        data: [{ name: 'Web', description: 'Requests to web servers.', datasets }],
        nextCursor: null,
      },
    },
  },
} as const satisfies Endpoint;

export const readDataModel = {
  method: 'GET',
  url: '/api/v1/data-models/:id',
  config: { permission: 'data-models:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Data models'],
    summary: 'Get a data model',
    description: 'The datasets and the version.',
    params: Id,
    response: { 200: dataOf(DataModel) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: example } } },
} as const satisfies Endpoint;

const VersionsMax = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: LIMITS.dataModels.versionsMax,
    description: 'Maximum number of versions. Default: all that are kept.',
  }),
);

export const listDataModelVersions = {
  method: 'GET',
  url: '/api/v1/data-models/:id/versions',
  config: { permission: 'data-models:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Data models'],
    summary: 'List versions of a data model',
    description: `Newest first, up to ${LIMITS.dataModels.versionsMax}.`,
    params: Id,
    querystring: fields({ limit: VersionsMax, cursor: SHORT_LIST_QUERY.cursor }),
    response: { 200: pageOf(DataModelVersion) },
  },
  docs: {
    example: {
      params: { id: example.id },
      answer: { data: [{ ...content, ...saved }], nextCursor: null },
    },
  },
} as const satisfies Endpoint;

export const createDataModel = {
  method: 'POST',
  url: '/api/v1/data-models',
  config: { permission: 'data-models:write', rate: 'management', body: 'management' },
  schema: {
    tags: ['Data models'],
    summary: 'Create a data model',
    description:
      'Use it in queries with `tstats … FROM datamodel=…`. A data model with the same name overrides the built-in one.',
    body: DataModelDraft,
    response: { 201: dataOf(DataModel) },
  },
  docs: { errors: ['CONFLICT'], example: { body: draft, answer: { data: example } } },
} as const satisfies Endpoint;

export const changeDataModel = {
  method: 'PATCH',
  url: '/api/v1/data-models/:id',
  config: { permission: 'data-models:write', rate: 'management', body: 'management' },
  schema: {
    tags: ['Data models'],
    summary: 'Change a data model',
    description:
      'Fields you leave out keep their values. Searches, rules and dashboards use the new version from their next run.',
    params: Id,
    body: DataModelChange,
    response: { 200: dataOf(DataModel) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params: { id: example.id },
      body: { version: 1, description: example.description },
      answer: { data: example },
    },
  },
} as const satisfies Endpoint;

export const deleteDataModel = {
  method: 'DELETE',
  url: '/api/v1/data-models/:id',
  config: { permission: 'data-models:delete', rate: 'management', body: 'none' },
  schema: {
    tags: ['Data models'],
    summary: 'Delete a data model',
    description: 'Queries that use it fail, or use the built-in data model with this name.',
    params: Id,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;
