/** Configuration as code: an organization in one file, planned and applied as a whole. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { BUNDLE_KINDS } from './bundle-kinds.ts';
import { keepable } from './dashboard-panels.ts';
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
const Key = Type.String({ description: 'Key of the resource in its section.' });
const THING = { kind: Kind, key: Key };

export const BundlePlan = named(
  'BundlePlan',
  Type.Object({
    bundle: Type.String({ description: 'Name of the bundle.' }),
    creates: Type.Array(Type.Object(THING), { description: 'Resources to create.' }),
    updates: Type.Array(
      Type.Object({
        ...THING,
        fields: Type.Array(Type.String(), { description: 'Names of the fields that change.' }),
        changes: Type.Array(
          Type.Object({
            field: Type.String({ description: 'Name of the field.' }),
            from: Type.Unsafe<unknown>({ description: 'Current value. Null: not set.' }),
            to: Type.Unsafe<unknown>({ description: 'Value in the bundle. Null: the default.' }),
          }),
          {
            description: 'The same fields with both values. Secrets are shown as references.',
          },
        ),
      }),
      { description: 'Resources to change.' },
    ),
    deletes: Type.Array(Type.Object(THING), {
      description: 'Resources to delete: owned by the bundle, but no longer listed.',
    }),
    adopts: Type.Array(Type.Object(THING), {
      description: 'Existing resources that the bundle takes over.',
    }),
    drift: Type.Array(Type.Object({ ...THING, fields: Type.Array(Type.String()) }), {
      description: 'Resources that were changed outside the bundle since it was last applied.',
    }),
    limits: Type.Array(
      Type.Object({
        kind: Kind,
        now: Type.Integer({ description: 'Current number.' }),
        after: Type.Integer({ description: 'Number after the plan is applied.' }),
        max: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Number that the organization’s plan includes. Null: unlimited.',
        }),
      }),
      { description: 'Effect on the limits of the organization’s plan.' },
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
      'Compares a bundle with the organization and changes nothing. The response lists every change that `apply` would make.',
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
      'Makes all changes of a plan in one transaction, or none. Each change requires the same permission as a manual change, counts against the organization’s plan and is audited with `via`.',
    body: fields({
      bundle: BundleBody,
      hash: Type.String({ minLength: 1, maxLength: 64, description: '`hash` of the plan.' }),
      allowDeletes: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: limits.thingsMax,
          description: `Maximum number of deletions. Default: ${limits.deletesMax}, and at most a quarter of what the bundle owns.`,
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
      note: Type.Optional(
        keepable(LIMITS.dashboards.noteCharactersMax, {
          description: 'Change note of new dashboard versions. Default: names the bundle.',
        }),
      ),
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
      'The current definitions of the resources that a bundle owns. Secrets are references. IDs are not included.',
    querystring: fields({
      bundle: Type.String({
        pattern: `^[a-z0-9-]{1,${limits.keyCharactersMax}}$`,
        description: 'Name of the bundle.',
      }),
      all: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Include all other resources, also those of other bundles. The bundle then has `adopt: true`, and applying it takes over all of them.',
        }),
      ),
      kind: Type.Optional(
        Type.Enum([...BUNDLE_KINDS], { description: 'Only this section. Default: all sections.' }),
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
    id: Type.String({
      description: 'ID of the resource; for indexes and lookup tables, the name.',
    }),
    bundle: Type.Union([Type.String(), Type.Null()], {
      description: 'Bundle that owns it. Null: none, it only has a key.',
    }),
    appliedAt: Type.String({ description: 'When the bundle was last applied to it.' }),
  }),
);
export type BundleThing = Static<typeof BundleThing>;

const thingExample: BundleThing = {
  kind: 'indexes',
  key: 'web',
  id: 'web',
  bundle: 'shop',
  appliedAt: '2026-11-15T08:30:00.000Z',
};

export const listBundleThings = {
  method: 'GET',
  url: '/api/v1/config/things',
  config: { permission: 'config:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'List resources in bundles',
    description:
      'Resources that are managed by a bundle. Manual changes to them last until the next apply.',
    querystring: fields({ kind: Type.Optional(Kind), ...SHORT_LIST_QUERY }),
    response: { 200: pageOf(BundleThing) },
  },
  docs: { example: { answer: { data: [thingExample], nextCursor: null } } },
} as const satisfies Endpoint;

const BundleThingDefinition = named(
  'BundleThingDefinition',
  Type.Object({
    ...THING,
    id: BundleThing.properties.id,
    bundle: Type.Union([Type.String(), Type.Null()], {
      description: 'Bundle that owns it. Null: none.',
    }),
    appliedAt: Type.Union([Type.String(), Type.Null()], {
      description: 'When the bundle was last applied to it. Null: never.',
    }),
    drift: Type.Array(Type.String(), {
      description: 'Fields that were changed outside the bundle since then.',
    }),
    definition: Type.Unsafe<Readonly<Record<string, unknown>>>(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'Current definition, as in a bundle. Secrets are references.',
        },
      ),
    ),
  }),
);
export type BundleThingDefinition = Static<typeof BundleThingDefinition>;

export const readBundleThing = {
  method: 'GET',
  url: '/api/v1/config/things/:kind/:id',
  config: { permission: 'config:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get a resource as in a bundle',
    description:
      'The definition to copy into a bundle, the bundle that owns the resource, and the manual changes. Requires the permission to read the resource.',
    params: fields({ kind: Kind, id: Type.String({ minLength: 1, maxLength: 64 }) }),
    response: { 200: dataOf(BundleThingDefinition) },
  },
  docs: {
    errors: ['NOT_FOUND'],
    example: {
      params: { kind: 'indexes', id: 'web' },
      answer: {
        data: { ...thingExample, drift: ['retentionDays'], definition: { retentionDays: 7 } },
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
    description: 'Editors use it for completion and validation.',
    response: { 200: Type.Unsafe<unknown>({ description: 'A JSON Schema.' }) },
  },
  docs: { example: { answer: { type: 'object' } } },
} as const satisfies Endpoint;
