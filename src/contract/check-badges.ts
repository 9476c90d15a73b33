/** The badge of a check: its last outcome as a picture, for anyone with the URL. */
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named } from './schema.ts';

const TAGS = ['Checks'];
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

const BADGE = { createdBy: Type.String(), createdAt: Type.String() };
const CheckBadge = named('CheckBadge', Type.Object(BADGE));
const NewCheckBadge = named(
  'NewCheckBadge',
  Type.Object({
    ...BADGE,
    url: Type.String({ description: 'URL of the picture, with its token. Shown only once.' }),
  }),
);
export type CheckBadge = Static<typeof CheckBadge>;
export type NewCheckBadge = Static<typeof NewCheckBadge>;

const params = { id: 'chk_2Vd9pLrKq7TzXmBcE4HwNa' };
const token = 'xpb_0123456789abcdefghijABCDEFGHIJ012fTk2Q';
const example = { createdBy: 'ada@example.com', createdAt: '2026-11-15T08:30:00.000Z' };

export const readCheckBadge = {
  method: 'GET',
  url: '/api/v1/checks/:id/badge',
  config: { permission: 'checks:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get the badge of a check',
    description: 'Who created it, and when. Its token is not stored.',
    params: Id,
    response: {
      200: dataOf(
        Type.Object({
          badge: Type.Union([CheckBadge, Type.Null()], { description: 'Null: there is none.' }),
        }),
      ),
    },
  },
  docs: { example: { params, answer: { data: { badge: example } } } },
} as const satisfies Endpoint;

export const createCheckBadge = {
  method: 'POST',
  url: '/api/v1/checks/:id/badge',
  config: {
    permission: 'organization:manage',
    rate: 'management',
    body: 'none',
    needsStandingRole: true,
  },
  schema: {
    tags: TAGS,
    summary: 'Create the badge of a check',
    description:
      'Anyone with the URL sees the name of the check, its last outcome and the time of that run, until you revoke the badge. Replaces an earlier badge, whose URL stops working.',
    params: Id,
    response: { 201: dataOf(NewCheckBadge) },
  },
  docs: {
    example: {
      params,
      answer: {
        data: { ...example, url: `https://logs.example.com/api/v1/public/check-badges/${token}` },
      },
    },
  },
} as const satisfies Endpoint;

export const revokeCheckBadge = {
  method: 'DELETE',
  url: '/api/v1/checks/:id/badge',
  config: { permission: 'organization:manage', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Revoke the badge of a check',
    description: 'Takes effect with the next request. Browsers may show a copy for a minute.',
    params: Id,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;

export const showCheckBadge = {
  method: 'GET',
  url: '/api/v1/public/check-badges/:token',
  config: { permission: 'public', rate: 'public', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get the picture of a badge',
    description:
      'SVG with the name of the check, and `passed`, `failed` or `undecided` with the time of the last run of the history. `no data` without one.',
    params: fields({
      token: Type.String({ minLength: 1, maxLength: 64, description: 'The token of the badge.' }),
    }),
    response: { 200: Type.String() },
  },
  docs: {
    produces: 'image/svg+xml',
    errors: ['NOT_FOUND', 'IP_NOT_ALLOWED'],
    example: { params: { token }, answer: '<svg xmlns="http://www.w3.org/2000/svg" …></svg>' },
  },
} as const satisfies Endpoint;
