/** Configuration as code: an organization in one file, planned and applied as a whole. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { BUNDLE_KINDS } from './bundle-kinds.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named, pageOf, SHORT_LIST_QUERY } from './schema.ts';

const limits = LIMITS.bundles;
const TAGS = ['Configuration as code'];

/** Checked by the handler, which knows the places of all problems. */
const BundleBody = Type.Unsafe<Readonly<Record<string, unknown>>>(
  Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        'The bundle as a JSON object: `xplain: 1`, `bundle` (its name) and a section for each kind. `GET /api/v1/config/schema` has its JSON Schema.',
    },
  ),
);
const Secrets = Type.Optional(
  Type.Record(Type.String(), Type.String({ maxLength: limits.secretCharactersMax }), {
    maxProperties: limits.thingsMax,
    description:
      'Values of the references, as `env:NAME` or `file:path`. A reference without a value keeps the stored secret.',
  }),
);
const Kind = Type.Enum([...BUNDLE_KINDS], { description: 'Section of the bundle.' });
const Key = Type.String({ description: 'Key of the thing in its section.' });
const THING = { kind: Kind, key: Key };

export const BundlePlan = named(
  'BundlePlan',
  Type.Object({
    bundle: Type.String({ description: 'Name of the bundle.' }),
    creates: Type.Array(Type.Object(THING), { description: 'Things to create.' }),
    updates: Type.Array(
      Type.Object({
        ...THING,
        fields: Type.Array(Type.String(), { description: 'Names of the fields that change.' }),
        changes: Type.Array(
          Type.Object({
            field: Type.String({ description: 'Name of the field.' }),
            from: Type.Unsafe<unknown>({ description: 'Present value. Null: not set.' }),
            to: Type.Unsafe<unknown>({ description: 'Value in the bundle. Null: the default.' }),
          }),
          {
            description: 'The same fields with both values. Secrets are shown as references.',
          },
        ),
      }),
      { description: 'Things to change.' },
    ),
    deletes: Type.Array(Type.Object(THING), {
      description: 'Things that the bundle owns and no longer lists.',
    }),
    adopts: Type.Array(Type.Object(THING), {
      description: 'Existing things that the bundle takes over.',
    }),
    drift: Type.Array(Type.Object({ ...THING, fields: Type.Array(Type.String()) }), {
      description: 'Things that were changed outside the bundle since it was last applied.',
    }),
    limits: Type.Array(
      Type.Object({
        kind: Kind,
        now: Type.Integer({ description: 'How many the organization has.' }),
        after: Type.Integer({ description: 'How many it has after the plan is applied.' }),
        max: Type.Union([Type.Integer(), Type.Null()], {
          description: 'How many the plan of the organization includes. Null: unlimited.',
        }),
      }),
      { description: 'What the change costs in limits of the plan.' },
    ),
    hash: Type.String({ description: 'Identifies this plan. Send it with `apply`.' }),
  }),
);
export type BundlePlan = Static<typeof BundlePlan>;

const planExample: BundlePlan = {
  bundle: 'shop',
  creates: [{ kind: 'indexes', key: 'web' }],
  updates: [
    {
      kind: 'alertRules',
      key: 'checkout-errors',
      fields: ['severity'],
      changes: [{ field: 'severity', from: 'warning', to: 'critical' }],
    },
  ],
  deletes: [],
  adopts: [],
  drift: [],
  limits: [{ kind: 'indexes', now: 1, after: 2, max: 10 }],
  hash: 'b7c1f0f2a3f94b0f8f0f3d1b54a2a6a1',
};
const bundleExample = {
  xplain: 1,
  bundle: 'shop',
  indexes: { web: { retentionDays: 30 } },
  alertRules: {
    'checkout-errors': {
      query: 'index=web level=error',
      condition: { kind: 'threshold', op: '>', value: 100 },
    },
  },
};

export const planBundle = {
  method: 'POST',
  url: '/api/v1/config/plan',
  config: { permission: 'config:read', rate: 'management', body: 'bundle' },
  schema: {
    tags: TAGS,
    summary: 'Plan a bundle',
    description:
      'Compares a bundle with the organization and changes nothing. The answer lists every change that `apply` would make.',
    body: fields({ bundle: BundleBody, secrets: Secrets }),
    response: { 200: dataOf(BundlePlan) },
  },
  docs: {
    errors: ['CONFLICT', 'QUERY_SYNTAX_ERROR'],
    example: { body: { bundle: bundleExample }, answer: { data: planExample } },
  },
} as const satisfies Endpoint;

export const applyBundle = {
  method: 'POST',
  url: '/api/v1/config/apply',
  config: { permission: 'config:apply', rate: 'management', body: 'bundle' },
  schema: {
    tags: TAGS,
    summary: 'Apply a bundle',
    description:
      'Makes all changes of a plan in one transaction, or none. Each change needs the permission that it needs by hand, counts against the plan of the organization and is audited with `via`.',
    body: fields({
      bundle: BundleBody,
      hash: Type.String({ minLength: 1, maxLength: 64, description: '`hash` of the plan.' }),
      allowDeletes: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: limits.thingsMax,
          description: `How many things may be deleted. Default: ${limits.deletesMax}, and at most a quarter of what the bundle owns.`,
        }),
      ),
      allowDelete: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
          maxItems: limits.thingsMax,
          uniqueItems: true,
          description: 'Names of indexes that may be deleted, with their events.',
        }),
      ),
      secrets: Secrets,
    }),
    response: { 200: dataOf(BundlePlan) },
  },
  docs: {
    errors: [
      'CONFLICT',
      'DELETES_NOT_ALLOWED',
      'PLAN_LIMIT_REACHED',
      'PLAN_STALE',
      'QUERY_SYNTAX_ERROR',
    ],
    example: {
      body: { bundle: bundleExample, hash: planExample.hash },
      answer: { data: planExample },
    },
  },
} as const satisfies Endpoint;

export const readBundle = {
  method: 'GET',
  url: '/api/v1/config',
  config: { permission: 'config:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get a bundle',
    description:
      'The things that a bundle owns as they are now, in the form of the bundle. Secrets are references; ids never appear.',
    querystring: fields({
      bundle: Type.String({
        pattern: `^[a-z0-9-]{1,${limits.keyCharactersMax}}$`,
        description: 'Name of the bundle.',
      }),
      all: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Include what no bundle owns. The bundle then has `adopt: true`, and applying it takes everything over.',
        }),
      ),
    }),
    response: { 200: dataOf(Type.Object({ bundle: BundleBody })) },
  },
  docs: {
    example: { query: { bundle: 'shop' }, answer: { data: { bundle: bundleExample } } },
  },
} as const satisfies Endpoint;

export const BundleThing = named(
  'BundleThing',
  Type.Object({
    ...THING,
    id: Type.String({ description: 'ID of the thing; the name of an index or a lookup table.' }),
    bundle: Type.Union([Type.String(), Type.Null()], {
      description: 'Bundle that owns it. Null: it only has a key.',
    }),
    appliedAt: Type.String({ description: 'When the bundle was last applied to it.' }),
  }),
);
export type BundleThing = Static<typeof BundleThing>;

export const listBundleThings = {
  method: 'GET',
  url: '/api/v1/config/things',
  config: { permission: 'config:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'List things in bundles',
    description:
      'Which things are managed by which bundle. Changes by hand last until the next apply.',
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(BundleThing) },
  },
  docs: {
    example: {
      answer: {
        data: [
          {
            kind: 'indexes',
            key: 'web',
            id: 'web',
            bundle: 'shop',
            appliedAt: '2026-11-15T08:30:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  },
} as const satisfies Endpoint;

export const readBundleSchema = {
  method: 'GET',
  url: '/api/v1/config/schema',
  config: { permission: 'public', rate: 'public', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get the JSON Schema of bundles',
    description: 'For editors: they complete and check a bundle with it.',
    response: { 200: Type.Unsafe<unknown>({ description: 'A JSON Schema.' }) },
  },
  docs: { example: { answer: { type: 'object' } } },
} as const satisfies Endpoint;
