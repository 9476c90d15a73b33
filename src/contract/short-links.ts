/** Short addresses of pages of the web app, for members of the organization. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named, PAGE_QUERY, pageOf } from './schema.ts';

const { pathCharactersMax, titleCharactersMax, daysDefault, daysMax } = LIMITS.shortLinks;

/** Pages whose address keeps their state; nothing that leads out of the app, or to its own API. */
export const SHORT_LINK_PATH =
  /^\/(?:search|dashboards|services|alerts|evaluate|exports)(?:[/?#](?:(?!\\)[!-~])*)?$/;

const Id = fields({
  id: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The part of the link after `/s/`.',
  }),
});

export const ShortLink = named(
  'ShortLink',
  Type.Object({
    id: Type.String({ description: 'Random. The part of the link after `/s/`.' }),
    url: Type.String({ description: 'The short link.' }),
    title: Type.String(),
    path: Type.String({ description: 'Path and query string of the page it opens.' }),
    createdBy: Type.String(),
    createdAt: Type.String(),
    expiresAt: Type.String(),
  }),
);
export type ShortLink = Static<typeof ShortLink>;

export const ShortLinkDraft = named(
  'ShortLinkDraft',
  fields({
    path: Type.String({
      minLength: 1,
      maxLength: pathCharactersMax,
      pattern: SHORT_LINK_PATH.source,
      description:
        'Path and query string of a page of the web app, URL-encoded, such as `/search?q=level%3Derror`.',
    }),
    title: Type.Optional(
      Type.String({
        maxLength: titleCharactersMax,
        pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
        description: 'Title for the list of links. Default: empty.',
      }),
    ),
    expiresInDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: daysMax,
        default: daysDefault,
        description: 'Lifetime in days.',
      }),
    ),
  }),
);
export type ShortLinkDraft = Static<typeof ShortLinkDraft>;

const example = {
  id: 'shl_2Vd9pLrKq7TzXmBcE4HwNa',
  url: 'https://logs.example.com/s/shl_2Vd9pLrKq7TzXmBcE4HwNa',
  title: 'Checkout errors',
  path: '/search?q=level%3Derror+service%3Dcheckout&earliest=-4h&latest=now',
  createdBy: 'ada@example.com',
  createdAt: '2026-11-15T08:30:00.000Z',
  expiresAt: '2026-12-15T08:30:00.000Z',
};
const draft = { path: example.path, title: example.title, expiresInDays: 30 };

export const listShortLinks = {
  method: 'GET',
  url: '/api/v1/short-links',
  config: { permission: 'short-links:use', rate: 'management', body: 'none' },
  schema: {
    tags: ['Short links'],
    summary: 'List short links',
    description:
      'Your own, newest first. With the permission `short-links:manage`: those of all members. Expired links stay in the list for a week.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(ShortLink) },
  },
  docs: { example: { answer: { data: [example], nextCursor: null } } },
} as const satisfies Endpoint;

export const createShortLink = {
  method: 'POST',
  url: '/api/v1/short-links',
  config: { permission: 'short-links:use', rate: 'management', body: 'management' },
  schema: {
    tags: ['Short links'],
    summary: 'Create a short link',
    description:
      'Opens for members of the organization who are signed in. What they see depends on their own permissions.',
    body: ShortLinkDraft,
    response: { 201: dataOf(ShortLink) },
  },
  docs: { errors: ['CONFLICT'], example: { body: draft, answer: { data: example } } },
} as const satisfies Endpoint;

export const readShortLink = {
  method: 'GET',
  url: '/api/v1/short-links/:id',
  config: { permission: 'short-links:use', rate: 'management', body: 'none' },
  schema: {
    tags: ['Short links'],
    summary: 'Get a short link',
    description:
      'The page it opens, its owner and its expiry. Expired, revoked and foreign links return 404.',
    params: Id,
    response: { 200: dataOf(ShortLink) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: example } } },
} as const satisfies Endpoint;

export const revokeShortLink = {
  method: 'DELETE',
  url: '/api/v1/short-links/:id',
  config: { permission: 'short-links:use', rate: 'management', body: 'none' },
  schema: {
    tags: ['Short links'],
    summary: 'Revoke a short link',
    description:
      'Takes effect immediately. Links of other members require the permission `short-links:manage`.',
    params: Id,
    response: { 200: dataOf(Type.Object({ deleted: Type.Literal(true) })) },
  },
  docs: { example: { params: { id: example.id }, answer: { data: { deleted: true } } } },
} as const satisfies Endpoint;
