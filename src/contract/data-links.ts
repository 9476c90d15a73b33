/** Links from the values of a field to other tools: a trace ID to the tracer, a host to its runbook. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named, PAGE_QUERY, pageOf, SHORT_LIST_QUERY } from './schema.ts';

/** Any text but what no store keeps: NUL and half characters. */
const KEEPABLE = '^[^\\u0000\\ud800-\\udfff]*$';
/** Readable on one line. */
// oxlint-disable-next-line no-control-regex -- these are what is refused
export const DATA_LINK_NAME = /^[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]+$/;
const Name = Type.String({
  minLength: 1,
  maxLength: LIMITS.dataLinks.nameCharactersMax,
  pattern: DATA_LINK_NAME.source,
  description: 'Label of the link, such as `Trace in Jaeger`.',
});
const Field = Type.String({
  minLength: 1,
  maxLength: LIMITS.events.attributeKeyCharactersMax,
  pattern: DATA_LINK_NAME.source,
  description: 'Name of the field whose values get the link, such as `trace_id`.',
});
const Url = Type.String({
  minLength: 1,
  maxLength: LIMITS.dataLinks.urlCharactersMax,
  pattern: '^https://[^\\s\\u0000-\\u001f\\ud800-\\udfff][^\\u0000-\\u001f\\ud800-\\udfff]*$',
  description:
    'HTTPS URL. `{field}` is replaced with the URL-encoded value of a field of the event or row. The host can’t contain placeholders.',
});
const Description = Type.String({
  maxLength: LIMITS.dataLinks.descriptionCharactersMax,
  pattern: KEEPABLE,
  description: 'Description.',
});

const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const CONTENT = {
  name: Type.String(),
  description: Type.String(),
  field: Type.String({ description: 'Field whose values get the link.' }),
  url: Type.String({ description: 'HTTPS URL with placeholders.' }),
  version: Type.Integer({ description: 'Increases with every change.' }),
};

export const DataLink = named(
  'DataLink',
  Type.Object({
    id: Type.String(),
    ...CONTENT,
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedBy: Type.String(),
    updatedAt: Type.String(),
  }),
);
export type DataLink = Static<typeof DataLink>;

export const DataLinkVersion = named(
  'DataLinkVersion',
  Type.Object({ ...CONTENT, savedBy: Type.String(), savedAt: Type.String() }),
);
export type DataLinkVersion = Static<typeof DataLinkVersion>;

export const DataLinkDraft = named(
  'DataLinkDraft',
  fields({ name: Name, description: Type.Optional(Description), field: Field, url: Url }),
);
export type DataLinkDraft = Static<typeof DataLinkDraft>;

export const DataLinkChange = named(
  'DataLinkChange',
  fields(
    {
      version: Type.Integer({ minimum: 1, description: 'Version your change is based on.' }),
      name: Type.Optional(Name),
      description: Type.Optional(Description),
      field: Type.Optional(Field),
      url: Type.Optional(Url),
    },
    { minProperties: 2 },
  ),
);
export type DataLinkChange = Static<typeof DataLinkChange>;

const content = {
  name: 'Trace in Jaeger',
  description: 'All spans of the request',
  field: 'trace_id',
  url: 'https://jaeger.example.com/trace/{trace_id}',
  version: 1,
};
const example = {
  id: 'lnk_2Vd9pLrKq7TzXmBcE4HwNa',
  ...content,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:30:00.000Z',
  updatedBy: 'ada@example.com',
  updatedAt: '2026-11-15T08:30:00.000Z',
};
const saved = { savedBy: example.updatedBy, savedAt: example.updatedAt };
const draft = { name: content.name, field: content.field, url: content.url };

export const listDataLinks = {
  method: 'GET',
  url: '/api/v1/data-links',
  config: { permission: 'data-links:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Data links'],
    summary: 'List data links',
    description: 'Newest first.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(DataLink) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readDataLink = {
  method: 'GET',
  url: '/api/v1/data-links/:id',
  config: { permission: 'data-links:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Data links'],
    summary: 'Get a data link',
    description: 'The URL template and its version.',
    params: Id,
    response: { 200: dataOf(DataLink) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: example } } },
} as const satisfies Endpoint;

const VersionsMax = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: LIMITS.dataLinks.versionsMax,
    description: 'Maximum number of versions. Default: all that are kept.',
  }),
);

export const listDataLinkVersions = {
  method: 'GET',
  url: '/api/v1/data-links/:id/versions',
  config: { permission: 'data-links:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Data links'],
    summary: 'List versions of a data link',
    description: `Newest first, up to ${LIMITS.dataLinks.versionsMax}.`,
    params: Id,
    querystring: fields({ limit: VersionsMax, cursor: SHORT_LIST_QUERY.cursor }),
    response: { 200: pageOf(DataLinkVersion) },
  },
  docs: {
    example: {
      params: { id: example.id },
      answer: { data: [{ ...content, ...saved }], nextCursor: null },
    },
  },
} as const satisfies Endpoint;

export const createDataLink = {
  method: 'POST',
  url: '/api/v1/data-links',
  config: { permission: 'data-links:manage', rate: 'management', body: 'management' },
  schema: {
    tags: ['Data links'],
    summary: 'Create a data link',
    description:
      'The web app shows it, with its host, next to the values of the field in events, tables, panels and incidents. A value that is missing, has control characters, or would change the path to `.` or `..` gets no link.',
    body: DataLinkDraft,
    response: { 201: dataOf(DataLink) },
  },
  docs: { errors: ['CONFLICT'], example: { body: draft, answer: { data: example } } },
} as const satisfies Endpoint;

export const changeDataLink = {
  method: 'PATCH',
  url: '/api/v1/data-links/:id',
  config: { permission: 'data-links:manage', rate: 'management', body: 'management' },
  schema: {
    tags: ['Data links'],
    summary: 'Change a data link',
    description: 'Fields you leave out keep their values.',
    params: Id,
    body: DataLinkChange,
    response: { 200: dataOf(DataLink) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params: { id: example.id },
      body: { version: 1, url: example.url },
      answer: { data: example },
    },
  },
} as const satisfies Endpoint;

export const deleteDataLink = {
  method: 'DELETE',
  url: '/api/v1/data-links/:id',
  config: { permission: 'data-links:manage', rate: 'management', body: 'none' },
  schema: {
    tags: ['Data links'],
    summary: 'Delete a data link',
    description: 'Deletes its earlier versions, too.',
    params: Id,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;
