/** The bulk endpoint of Elasticsearch, and the few questions its shippers ask before they use it. */
import { Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';

const BulkAnswer = Type.Object(
  {
    took: Type.Integer({ description: 'Milliseconds.' }),
    errors: Type.Boolean({ description: 'Whether an item was refused.' }),
    items: Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'One per action, in order.',
    }),
  },
  { title: 'BulkAnswer' },
);
/** Shippers add parameters of their own, such as `filter_path` and `pipeline`; they do no harm. */
const querystring = Type.Object(
  {
    index: Type.Optional(
      Type.String({
        maxLength: 63,
        description: 'Index for all events of the request. Overrides the index set by the shipper.',
      }),
    ),
  },
  { additionalProperties: true },
);
const anyQuery = Type.Object({}, { additionalProperties: true });
const ofIndex = Type.Object({ index: Type.String() });
const byName = Type.Object({ name: Type.String() });
const access = {
  permission: 'logs:write',
  credentials: ['api_key'],
  schemes: ['apikey', 'basic'],
} as const;
const Anything = Type.Object({}, { additionalProperties: true });
const Acknowledged = Type.Object({ acknowledged: Type.Boolean() });

const bulkFacts = {
  method: 'POST',
  config: { ...access, rate: 'ingest', body: 'raw' },
  schema: {
    tags: ['Ingest'],
    summary: 'Send events (Elasticsearch bulk API)',
    description:
      'Pairs of lines: an action, `create` or `index`, and the event. `@timestamp`, `message` and `log.level` are mapped; all other fields become attributes. Every item has its own result. The response is sent once the accepted events are on disk. Send the API key as `Authorization: ApiKey <key>` or as the password. Errors use the Elasticsearch format.',
    querystring,
    response: { 200: BulkAnswer },
  },
  docs: {
    headers: ['X-Receipt', 'X-Throttled'],
    accepts: { 'application/x-ndjson': Type.String() },
    errors: ['QUEUE_FULL', 'QUEUE_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
    example: {
      body: '{"create":{"_index":"main"}}\n{"@timestamp":"2026-11-15T12:00:00Z","message":"payment authorized"}\n',
      answer: {
        took: 3,
        errors: false,
        items: [{ create: { _index: 'main', _id: '0a1b2c3d4e5f0001', status: 201 } }],
      },
    },
  },
} as const;
const bulkIntoFacts = {
  ...bulkFacts,
  schema: { ...bulkFacts.schema, params: ofIndex },
  docs: { ...bulkFacts.docs, example: { ...bulkFacts.docs.example, params: { index: 'main' } } },
} as const;

export const bulk = { ...bulkFacts, url: '/elasticsearch/_bulk' } as const satisfies Endpoint;
export const bulkInto = {
  ...bulkIntoFacts,
  url: '/elasticsearch/:index/_bulk',
} as const satisfies Endpoint;
export const bulkAtRoot = { ...bulkFacts, url: '/_bulk' } as const satisfies Endpoint;
export const bulkIntoAtRoot = {
  ...bulkIntoFacts,
  url: '/:index/_bulk',
} as const satisfies Endpoint;

const infoFacts = {
  method: 'GET',
  config: { ...access, rate: 'ingest', body: 'none' },
  schema: {
    tags: ['Ingest'],
    summary: 'Elasticsearch version',
    description: 'Elasticsearch clients check this before they send events.',
    querystring: anyQuery,
    response: { 200: Anything },
  },
  docs: { example: { answer: { version: { number: '8.17.0' } } } },
} as const;

export const elasticInfo = { ...infoFacts, url: '/elasticsearch' } as const satisfies Endpoint;
export const elasticInfoSlash = {
  ...infoFacts,
  url: '/elasticsearch/',
} as const satisfies Endpoint;

export const elasticLicense = {
  ...infoFacts,
  url: '/elasticsearch/_license',
  schema: { ...infoFacts.schema, summary: 'Elasticsearch license' },
  docs: { example: { answer: { license: { status: 'active', type: 'basic' } } } },
} as const satisfies Endpoint;

export const elasticXpack = {
  ...infoFacts,
  url: '/elasticsearch/_xpack',
  schema: { ...infoFacts.schema, summary: 'Elasticsearch features' },
  docs: { example: { answer: { license: { status: 'active', type: 'basic' }, features: {} } } },
} as const satisfies Endpoint;

export const elasticHealth = {
  ...infoFacts,
  url: '/elasticsearch/_cluster/health',
  schema: { ...infoFacts.schema, summary: 'Elasticsearch cluster health' },
  docs: { example: { answer: { status: 'green' } } },
} as const satisfies Endpoint;

const SETUP =
  'For compatibility with shippers that set up indexes. Has no effect, since indexes are managed in Xplain.';

export const elasticTemplate = {
  ...infoFacts,
  url: '/elasticsearch/_index_template/:name',
  schema: {
    ...infoFacts.schema,
    summary: 'Get an index template (Elasticsearch)',
    description: SETUP,
    params: byName,
  },
  docs: { example: { params: { name: 'filebeat' }, answer: { index_templates: [] } } },
} as const satisfies Endpoint;

export const elasticPolicy = {
  ...infoFacts,
  url: '/elasticsearch/_ilm/policy/:name',
  schema: {
    ...infoFacts.schema,
    summary: 'Get a lifecycle policy (Elasticsearch)',
    description: SETUP,
    params: byName,
  },
  docs: { example: { params: { name: 'filebeat' }, answer: { filebeat: { policy: {} } } } },
} as const satisfies Endpoint;

const setupFacts = {
  method: 'PUT',
  config: { ...access, rate: 'ingest', body: 'ignored' },
  schema: {
    tags: ['Ingest'],
    description: SETUP,
    querystring: anyQuery,
    params: byName,
    response: { 200: Acknowledged },
  },
  docs: {
    accepts: { 'application/json': Anything },
    example: { params: { name: 'filebeat' }, body: {}, answer: { acknowledged: true } },
  },
} as const;

export const putElasticTemplate = {
  ...setupFacts,
  url: '/elasticsearch/_index_template/:name',
  schema: { ...setupFacts.schema, summary: 'Put an index template (Elasticsearch)' },
} as const satisfies Endpoint;

export const putElasticPolicy = {
  ...setupFacts,
  url: '/elasticsearch/_ilm/policy/:name',
  schema: { ...setupFacts.schema, summary: 'Put a lifecycle policy (Elasticsearch)' },
} as const satisfies Endpoint;
