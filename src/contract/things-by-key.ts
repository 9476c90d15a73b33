/** One thing of a bundle at an address of its own, by its key: what generic REST providers of Terraform need. */
import { Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { BUNDLE_KIND_FACTS, BUNDLE_KINDS } from './bundle-kinds.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields } from './schema.ts';

const TAGS = ['Configuration as code'];
/** Keys of indexes and lookup tables are their names, which have other letters. */
const Params = fields({
  kind: Type.Enum(
    BUNDLE_KINDS.map((kind) => BUNDLE_KIND_FACTS[kind].path),
    { description: 'Type of the resource, as in its URL.' },
  ),
  key: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Key of the resource. For indexes and lookup tables: the name.',
  }),
});
const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        '`ETag` of the state your change is based on. If the resource changed since, you get 409. `*`: the resource must exist.',
    }),
  ),
});
const description =
  'The definition as in a bundle; `GET /api/v1/config/schema` returns the JSON Schema of every type. References are keys, secrets are `{"env": "NAME"}`.';
/** Checked by the handler, by the schema of its kind. */
const Definition = Type.Unsafe<Readonly<Record<string, unknown>>>(
  Type.Object({}, { additionalProperties: true, description }),
);

const params = { kind: 'indexes', key: 'web' };
const example = { description: 'Access logs', retentionDays: 30 };

export const readThingByKey = {
  method: 'GET',
  url: '/api/v1/:kind/by-key/:key',
  config: { permission: 'config:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get a resource by key',
    description:
      'Every field of the resource, as in a bundle. `ETag` identifies its state, without the values of secrets. Requires the permission to read this type.',
    params: Params,
    response: { 200: dataOf(Definition) },
  },
  docs: { example: { params, answer: { data: example } } },
} as const satisfies Endpoint;

export const putThingByKey = {
  method: 'PUT',
  url: '/api/v1/:kind/by-key/:key',
  config: { permission: 'config:apply', rate: 'management', body: 'bundle' },
  schema: {
    tags: TAGS,
    summary: 'Create or replace a resource by key',
    description:
      'Creates the resource (201), or changes it to match the definition (200). Fields you leave out get their defaults. If a bundle owns the resource, the change counts as drift. For an existing resource with the same name but no key, set `adopt: true`. Requires the same permission as a manual change, counts against the plan and is audited.',
    params: Params,
    headers: IfMatch,
    body: Type.Unsafe<Readonly<Record<string, unknown>>>(
      Type.Object(
        {
          secrets: Type.Optional(
            Type.Record(
              Type.String(),
              Type.String({ maxLength: LIMITS.bundles.secretCharactersMax }),
              {
                maxProperties: LIMITS.bundles.thingsMax,
                description:
                  'Values of the secrets, as `env:NAME` or `file:path`. A reference without a value keeps the stored secret.',
              },
            ),
          ),
        },
        { additionalProperties: true, description },
      ),
    ),
    response: { 200: dataOf(Definition), 201: dataOf(Definition) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED', 'QUERY_SYNTAX_ERROR'],
    example: { params, body: { retentionDays: 30 }, answer: { data: example } },
  },
} as const satisfies Endpoint;

export const deleteThingByKey = {
  method: 'DELETE',
  url: '/api/v1/:kind/by-key/:key',
  config: { permission: 'config:apply', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Delete a resource by key',
    description:
      'Deleting an index also deletes its events. Requires the permission to delete this type.',
    params: Params,
    headers: IfMatch,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { errors: ['CONFLICT'], example: { params, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;
