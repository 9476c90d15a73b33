/** What people set about a channel. */
import { type Static, type TSchema, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { ROLES } from '../spec/roles.ts';
import { EMAIL_PATTERN } from './account-fields.ts';
import { KEEPABLE } from './alert-conditions.ts';
import { fields, nameOf, named } from './schema.ts';

const { alerts } = LIMITS;
const Name = nameOf(alerts.nameCharactersMax);
const Url = Type.String({
  minLength: 1,
  maxLength: alerts.urlCharactersMax,
  pattern: '^https?://[\\u0021-\\u007e]+$',
  description: 'Where to send. Kept encrypted; afterwards only its host and last four are shown.',
});
const Key = Type.String({
  minLength: 1,
  maxLength: alerts.channelKeyCharactersMax,
  pattern: '^[\\u0021-\\u007e]+$',
  description: 'Kept encrypted; afterwards only its last four are shown.',
});
const Email = Type.String({
  format: 'email',
  pattern: EMAIL_PATTERN,
  maxLength: LIMITS.mail.addressCharactersMax,
});
const listOf = <Item extends TSchema>(item: Item, description: string) =>
  Type.Array(item, { maxItems: alerts.recipientsMax, uniqueItems: true, description });
const AllowsSamples = Type.Boolean({
  description: 'Lines of logs may leave through it. By mail they always do.',
});
const Template = Type.Union(
  [Type.String({ maxLength: alerts.bodyCharactersMax, pattern: KEEPABLE }), Type.Null()],
  { description: 'Webhooks only: JSON with placeholders, sent instead of the built-in body.' },
);

/** What a kind takes beside its name. */
const RECIPIENTS = {
  roles: Type.Optional(listOf(Type.Enum([...ROLES]), 'Everyone with one of these roles.')),
  members: Type.Optional(
    listOf(Type.String({ minLength: 1, maxLength: 64 }), 'Ids of members (`mem_…`).'),
  ),
  addresses: Type.Optional(
    listOf(Email, 'Others. Each gets a link to confirm, and no alert before it did.'),
  ),
};
const CALLED = { url: Url, allowsSamples: Type.Optional(AllowsSamples) };

export const AlertChannelDraft = Type.Union(
  [
    fields({ kind: Type.Literal('email'), name: Name, ...RECIPIENTS }),
    fields({
      kind: Type.Literal('webhook'),
      name: Name,
      ...CALLED,
      template: Type.Optional(Template),
    }),
    fields({ kind: Type.Literal('slack'), name: Name, ...CALLED }),
    fields({ kind: Type.Literal('discord'), name: Name, ...CALLED }),
    fields({ kind: Type.Literal('teams'), name: Name, ...CALLED }),
    fields({
      kind: Type.Literal('pagerduty'),
      name: Name,
      key: Key,
      url: Type.Optional(Url),
      allowsSamples: CALLED.allowsSamples,
    }),
    fields({
      kind: Type.Literal('jsm'),
      name: Name,
      key: Key,
      url: Type.Optional(Url),
      allowsSamples: CALLED.allowsSamples,
    }),
  ],
  { title: 'AlertChannelDraft' },
);
export type AlertChannelDraft = Static<typeof AlertChannelDraft>;

export const AlertChannelChange = named(
  'AlertChannelChange',
  fields({
    version: Type.Integer({ minimum: 1, description: 'The version you have seen.' }),
    name: Type.Optional(Name),
    ...RECIPIENTS,
    url: Type.Optional(Url),
    key: Type.Optional(Key),
    template: Type.Optional(Template),
    allowsSamples: Type.Optional(AllowsSamples),
    enabled: Type.Optional(
      Type.Boolean({ description: 'A channel whose receiver is gone is disabled by itself.' }),
    ),
  }),
);
export type AlertChannelChange = Static<typeof AlertChannelChange>;
