/** Texts that stand for longer ones in queries. */
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
export const MACRO_NAME = /^[A-Za-z_][\w.:-]*$/;
const Name = Type.String({
  minLength: 1,
  maxLength: LIMITS.macros.nameCharactersMax,
  pattern: MACRO_NAME.source,
  description: 'Letters, digits, `_`, `.`, `:` and `-`. Queries call it as `` `name` ``.',
});
const Arguments = Type.Array(
  Type.String({ minLength: 1, maxLength: LIMITS.macros.nameCharactersMax, pattern: '^\\w+$' }),
  {
    maxItems: LIMITS.macros.argumentsMax,
    uniqueItems: true,
    description:
      'Names of its arguments. Macros with the same name and a different number of arguments are separate macros.',
  },
);
const Definition = Type.String({
  maxLength: LIMITS.macros.definitionCharactersMax,
  pattern: KEEPABLE,
  description:
    'The text that replaces the call. `$argument$` is replaced with the value of an argument.',
});
const Note = Type.String({ maxLength: LIMITS.macros.noteCharactersMax, pattern: KEEPABLE });
const IsEval = Type.Boolean({
  description: 'Whether the definition is an eval expression that returns the text.',
});
const Validation = Type.Union([Note, Type.Null()], {
  description:
    'An eval expression that checks the arguments, such as `isnum(days)`. If it returns false, the call is rejected.',
});
const ErrorMessage = Type.Union([Note, Type.Null()], {
  description: 'Error message for a rejected call.',
});
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

const CONTENT = {
  name: Type.String(),
  arguments: Type.Array(Type.String(), { description: 'Names of its arguments.' }),
  definition: Type.String({ description: 'The text that replaces the call.' }),
  description: Type.String(),
  isEval: IsEval,
  validation: Type.Union([Type.String(), Type.Null()], {
    description: 'An eval expression that checks the arguments. Null: none.',
  }),
  errorMessage: Type.Union([Type.String(), Type.Null()], {
    description: 'Error message for a rejected call.',
  }),
  version: Type.Integer({ description: 'Increases with every change.' }),
};

export const Macro = named(
  'Macro',
  Type.Object({
    id: Type.String(),
    ...CONTENT,
    createdBy: Type.String(),
    createdAt: Type.String(),
    updatedBy: Type.String(),
    updatedAt: Type.String(),
  }),
);
export type Macro = Static<typeof Macro>;

export const MacroVersion = named(
  'MacroVersion',
  Type.Object({ ...CONTENT, savedBy: Type.String(), savedAt: Type.String() }),
);
export type MacroVersion = Static<typeof MacroVersion>;

export const MacroDraft = named(
  'MacroDraft',
  fields({
    name: Name,
    arguments: Type.Optional(Arguments),
    definition: Definition,
    description: Type.Optional(described(Note, 'Description.')),
    isEval: Type.Optional(IsEval),
    validation: Type.Optional(Validation),
    errorMessage: Type.Optional(ErrorMessage),
  }),
);
export type MacroDraft = Static<typeof MacroDraft>;

export const MacroChange = named(
  'MacroChange',
  fields(
    {
      version: Type.Integer({ minimum: 1, description: 'Version your change is based on.' }),
      name: Type.Optional(Name),
      arguments: Type.Optional(Arguments),
      definition: Type.Optional(Definition),
      description: Type.Optional(described(Note, 'Description.')),
      isEval: Type.Optional(IsEval),
      validation: Type.Optional(Validation),
      errorMessage: Type.Optional(ErrorMessage),
    },
    { minProperties: 2 },
  ),
);
export type MacroChange = Static<typeof MacroChange>;

export const Expansion = named(
  'Expansion',
  Type.Object({
    query: Type.String({ description: 'The query with its macros expanded.' }),
    macros: Type.Array(
      Type.Object({
        name: Type.String(),
        arguments: Type.Array(Type.String(), { description: 'Names of its arguments.' }),
        isBuiltIn: Type.Boolean({
          description:
            'Whether the macro is built in. Your own macro with the same name and number of arguments overrides it.',
        }),
      }),
      { description: 'The macros that were expanded.' },
    ),
  }),
);
export type Expansion = Static<typeof Expansion>;

const BuiltInMacro = named(
  'BuiltInMacro',
  Type.Object({
    name: Type.String(),
    arguments: Type.Array(Type.String(), { description: 'Names of its arguments.' }),
    definition: Type.String({ description: 'The text that replaces the call.' }),
    description: Type.String(),
  }),
);

const content = {
  name: 'failed_payments',
  arguments: ['service'],
  definition: 'index=web service=$service$ level=error',
  description: 'Errors of a payment service',
  isEval: false,
  validation: null,
  errorMessage: null,
  version: 1,
};
const example = {
  id: 'mac_2Vd9pLrKq7TzXmBcE4HwNa',
  ...content,
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:30:00.000Z',
  updatedBy: 'ada@example.com',
  updatedAt: '2026-11-15T08:30:00.000Z',
};
const saved = { savedBy: example.updatedBy, savedAt: example.updatedAt };
const draft = {
  name: content.name,
  arguments: content.arguments,
  definition: content.definition,
};

export const listMacros = {
  method: 'GET',
  url: '/api/v1/macros',
  config: { permission: 'macros:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Macros'],
    summary: 'List macros',
    description: 'Newest first. Built-in macros are at `/api/v1/macros/built-in`.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(Macro) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const listBuiltInMacros = {
  method: 'GET',
  url: '/api/v1/macros/built-in',
  config: { permission: 'macros:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Macros'],
    summary: 'List built-in macros',
    description:
      'Macros that Splunk apps rely on. Your own macro with the same name and number of arguments overrides one.',
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(BuiltInMacro) },
  },
  docs: {
    example: {
      answer: {
        data: [
          {
            name: 'drop_dm_object_name',
            arguments: ['object_name'],
            definition: 'rename "$object_name$.*" AS *',
            description: 'Removes the dataset prefix of a data model from field names.',
          },
        ],
        nextCursor: null,
      },
    },
  },
} as const satisfies Endpoint;

export const expandQuery = {
  method: 'POST',
  url: '/api/v1/macros/expand',
  config: { permission: 'macros:read', rate: 'management', body: 'management' },
  schema: {
    tags: ['Macros'],
    summary: 'Expand the macros of a query',
    description: 'Returns the query that a search would run. Nothing is searched.',
    body: fields({
      query: Type.String({
        maxLength: LIMITS.query.textCharactersMax,
        pattern: KEEPABLE,
        description: 'A query with macro calls in backticks.',
      }),
    }),
    response: { 200: dataOf(Expansion) },
  },
  docs: {
    errors: ['QUERY_SYNTAX_ERROR'],
    example: {
      body: { query: '`failed_payments(cards)` | stats count' },
      answer: {
        data: {
          query: 'index=web service=cards level=error | stats count',
          macros: [{ name: 'failed_payments', arguments: ['service'], isBuiltIn: false }],
        },
      },
    },
  },
} as const satisfies Endpoint;

export const readMacro = {
  method: 'GET',
  url: '/api/v1/macros/:id',
  config: { permission: 'macros:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Macros'],
    summary: 'Get a macro',
    description: 'The definition and its version.',
    params: Id,
    response: { 200: dataOf(Macro) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: example } } },
} as const satisfies Endpoint;

export const listMacroVersions = {
  method: 'GET',
  url: '/api/v1/macros/:id/versions',
  config: { permission: 'macros:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Macros'],
    summary: 'List versions of a macro',
    description: `Newest first, up to ${LIMITS.macros.versionsMax}.`,
    params: Id,
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(MacroVersion) },
  },
  docs: {
    example: {
      params: { id: example.id },
      answer: { data: [{ ...content, ...saved }], nextCursor: null },
    },
  },
} as const satisfies Endpoint;

export const createMacro = {
  method: 'POST',
  url: '/api/v1/macros',
  config: { permission: 'macros:write', rate: 'management', body: 'management' },
  schema: {
    tags: ['Macros'],
    summary: 'Create a macro',
    description: 'Every query of the organization can call it, in backticks.',
    body: MacroDraft,
    response: { 201: dataOf(Macro) },
  },
  docs: { errors: ['CONFLICT'], example: { body: draft, answer: { data: example } } },
} as const satisfies Endpoint;

export const changeMacro = {
  method: 'PATCH',
  url: '/api/v1/macros/:id',
  config: { permission: 'macros:write', rate: 'management', body: 'management' },
  schema: {
    tags: ['Macros'],
    summary: 'Change a macro',
    description:
      'Fields you leave out keep their values. Searches, rules and dashboards use the new version from their next run.',
    params: Id,
    body: MacroChange,
    response: { 200: dataOf(Macro) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params: { id: example.id },
      body: { version: 1, definition: example.definition },
      answer: { data: example },
    },
  },
} as const satisfies Endpoint;

export const deleteMacro = {
  method: 'DELETE',
  url: '/api/v1/macros/:id',
  config: { permission: 'macros:delete', rate: 'management', body: 'none' },
  schema: {
    tags: ['Macros'],
    summary: 'Delete a macro',
    description: 'Queries that call it will fail.',
    params: Id,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;
