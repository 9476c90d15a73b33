/** Queries that people keep, for themselves and everybody in their organization. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { SEARCH_MODES, SEARCH_SORTS, SEARCH_VIEWS } from '../spec/search-display.ts';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, fields, nameOf, PAGE_QUERY, pageOf, named } from './schema.ts';

/** Any text but what no store keeps: NUL and half characters. */
const KEEPABLE = '^[^\\u0000\\ud800-\\udfff]*$';
const Name = nameOf(LIMITS.savedSearches.nameCharactersMax);
const Query = Type.String({
  maxLength: LIMITS.query.textCharactersMax,
  pattern: KEEPABLE,
  description: 'The query. It must be valid.',
});
const Description = Type.String({
  maxLength: LIMITS.savedSearches.descriptionCharactersMax,
  pattern: KEEPABLE,
});
const Time = Type.Union(
  [Type.String({ minLength: 1, maxLength: 64, pattern: KEEPABLE }), Type.Null()],
  {
    description: 'A time such as `-1d@d`. Null: chosen at each run.',
  },
);
const FieldName = Type.String({
  minLength: 1,
  maxLength: LIMITS.events.attributeKeyCharactersMax,
  pattern: KEEPABLE,
});

export const SavedSearchDisplay = named(
  'SavedSearchDisplay',
  fields({
    mode: Type.Optional(
      Type.Enum(SEARCH_MODES, {
        description:
          '`auto` shows the table of a query that ends in one, events otherwise. Default `auto`.',
      }),
    ),
    view: Type.Optional(
      Type.Enum(SEARCH_VIEWS, { description: 'How events are displayed. Default: `raw` lines.' }),
    ),
    columns: Type.Optional(
      Type.Array(FieldName, {
        maxItems: LIMITS.savedSearches.columnsMax,
        uniqueItems: true,
        description: 'Fields to show next to the message. Empty: the default of the view.',
      }),
    ),
    sort: Type.Optional(
      Type.Enum(SEARCH_SORTS, { description: 'Which events come first. Default `newest`.' }),
    ),
    order: Type.Optional(
      Type.Object(
        {
          field: FieldName,
          isDown: Type.Boolean({ description: 'Whether the largest value comes first.' }),
        },
        {
          additionalProperties: false,
          description: 'The column by which the rows of a table are sorted.',
        },
      ),
    ),
    hasDistances: Type.Optional(
      Type.Boolean({ description: 'Whether rows show the time since the previous event.' }),
    ),
    isLive: Type.Optional(Type.Boolean({ description: 'Whether it is followed as a live tail.' })),
  }),
);
export type SavedSearchDisplay = Static<typeof SavedSearchDisplay>;

const Display = Type.Union([SavedSearchDisplay, Type.Null()], {
  description: 'How the result is displayed. Null: the default view.',
});
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const SavedSearch = named(
  'SavedSearch',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    query: Type.String(),
    earliest: Type.Union([Type.String(), Type.Null()], {
      description: 'Start of the time range. Null: chosen at each run.',
    }),
    latest: Type.Union([Type.String(), Type.Null()], {
      description: 'End of the time range, exclusive. Null: chosen at each run.',
    }),
    display: Display,
    isStarred: Type.Boolean({ description: 'Whether you have starred it.' }),
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  }),
);
export type SavedSearch = Static<typeof SavedSearch>;

export const SavedSearchDraft = named(
  'SavedSearchDraft',
  fields({
    name: Name,
    query: Query,
    description: Type.Optional(Description),
    earliest: Type.Optional(described(Time, 'Start of the time range.')),
    latest: Type.Optional(described(Time, 'End of the time range, exclusive.')),
    display: Type.Optional(Display),
  }),
);
export type SavedSearchDraft = Static<typeof SavedSearchDraft>;

export const SavedSearchChange = named(
  'SavedSearchChange',
  fields(
    {
      name: Type.Optional(Name),
      query: Type.Optional(Query),
      description: Type.Optional(Description),
      earliest: Type.Optional(described(Time, 'Start of the time range.')),
      latest: Type.Optional(described(Time, 'End of the time range, exclusive.')),
      display: Type.Optional(Display),
    },
    { minProperties: 1 },
  ),
);
export type SavedSearchChange = Static<typeof SavedSearchChange>;

const example = {
  id: 'ssr_2Vd9pLrKq7TzXmBcE4HwNa',
  name: 'Failed payments',
  description: 'First search of the cards team in an incident',
  query: 'index=web service=payments level=error | stats count BY code',
  earliest: '-24h',
  latest: null,
  display: { view: 'table' as const, columns: ['level', 'service', 'code'] },
  isStarred: false,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:30:00.000Z',
  updatedAt: '2026-11-15T08:30:00.000Z',
};
const draftExample = {
  name: example.name,
  query: example.query,
  earliest: example.earliest,
  display: example.display,
};

export const listSavedSearches = {
  method: 'GET',
  url: '/api/v1/saved-searches',
  config: { permission: 'saved-searches:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Saved searches'],
    summary: 'List saved searches',
    description: 'Newest first.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(SavedSearch) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const readSavedSearch = {
  method: 'GET',
  url: '/api/v1/saved-searches/:id',
  config: { permission: 'saved-searches:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Saved searches'],
    summary: 'Get a saved search',
    description: 'Query, time range and view.',
    params: Id,
    response: { 200: dataOf(SavedSearch) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: example } } },
} as const satisfies Endpoint;

export const createSavedSearch = {
  method: 'POST',
  url: '/api/v1/saved-searches',
  config: { permission: 'saved-searches:write', rate: 'management', body: 'management' },
  schema: {
    tags: ['Saved searches'],
    summary: 'Save a search',
    description: 'Saves a query for all members of the organization.',
    body: SavedSearchDraft,
    response: { 201: dataOf(SavedSearch) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED', 'QUERY_SYNTAX_ERROR'],
    example: { body: draftExample, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const changeSavedSearch = {
  method: 'PATCH',
  url: '/api/v1/saved-searches/:id',
  config: { permission: 'saved-searches:write', rate: 'management', body: 'management' },
  schema: {
    tags: ['Saved searches'],
    summary: 'Change a saved search',
    description:
      'Fields you leave out keep their values. Queries that use the saved search get the new version.',
    params: Id,
    body: SavedSearchChange,
    response: { 200: dataOf(SavedSearch) },
  },
  docs: {
    errors: ['CONFLICT', 'QUERY_SYNTAX_ERROR'],
    example: { params: { id: example.id }, body: { earliest: '-24h' }, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const deleteSavedSearch = {
  method: 'DELETE',
  url: '/api/v1/saved-searches/:id',
  config: { permission: 'saved-searches:delete', rate: 'management', body: 'none' },
  schema: {
    tags: ['Saved searches'],
    summary: 'Delete a saved search',
    description: 'Queries that use it will fail.',
    params: Id,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;

export const starSavedSearch = {
  method: 'PUT',
  url: '/api/v1/saved-searches/:id/star',
  config: {
    permission: 'saved-searches:read',
    rate: 'management',
    body: 'management',
    credentials: ['session'],
  },
  schema: {
    tags: ['Saved searches'],
    summary: 'Star or unstar a saved search',
    description: 'Only affects your own favorites.',
    params: Id,
    body: fields({
      isStarred: Type.Boolean({ description: 'Whether the search is among your favorites.' }),
    }),
    response: {
      200: dataOf(
        Type.Object({
          isStarred: Type.Boolean({ description: 'Whether the search is among your favorites.' }),
        }),
      ),
    },
  },
  docs: {
    example: {
      params: { id: example.id },
      body: { isStarred: true },
      answer: { data: { isStarred: true } },
    },
  },
} as const satisfies Endpoint;
