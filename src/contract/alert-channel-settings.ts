/** What people set about a channel. */
import { type Static, type TSchema, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { ROLES } from '../spec/roles.ts';
import { EMAIL_PATTERN } from './account-fields.ts';
import { KEEPABLE } from './alert-conditions.ts';
import { described, fields, nameOf, named } from './schema.ts';

const { alerts } = LIMITS;
const Name = nameOf(alerts.nameCharactersMax);
const Url = Type.String({
  minLength: 1,
  maxLength: alerts.urlCharactersMax,
  pattern: '^https?://[\\u0021-\\u007e]+$',
  description:
    'Target URL. Stored encrypted. Responses show only the host and the last four characters.',
});
const Key = Type.String({
  minLength: 1,
  maxLength: alerts.channelKeyCharactersMax,
  pattern: '^[\\u0021-\\u007e]+$',
  description: 'Stored encrypted. Responses show only the last four characters.',
});
const Email = Type.String({
  format: 'email',
  pattern: EMAIL_PATTERN,
  maxLength: LIMITS.mail.addressCharactersMax,
});
const listOf = <Item extends TSchema>(item: Item, description: string) =>
  Type.Array(item, { maxItems: alerts.recipientsMax, uniqueItems: true, description });
const AllowsSamples = Type.Boolean({
  description: 'Include log lines in notifications. Email always includes them.',
});
const Template = Type.Union(
  [Type.String({ maxLength: alerts.bodyCharactersMax, pattern: KEEPABLE }), Type.Null()],
  { description: 'Webhooks only: JSON with placeholders, sent instead of the built-in body.' },
);

/** What a kind takes beside its name. */
const RECIPIENTS = {
  roles: Type.Optional(listOf(Type.Enum([...ROLES]), 'Everyone with one of these roles.')),
  members: Type.Optional(
    listOf(Type.String({ minLength: 1, maxLength: 64 }), 'IDs of members (`mem_…`).'),
  ),
  addresses: Type.Optional(
    listOf(
      Email,
      'External recipients. Each gets a confirmation email, and no alerts until the address is confirmed.',
    ),
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
      template: Type.Optional(
        described(
          Template,
          'Message template with placeholders such as `{{rule.name}}`. Default: the built-in message.',
        ),
      ),
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
    version: Type.Integer({ minimum: 1, description: 'Version your change is based on.' }),
    name: Type.Optional(Name),
    ...RECIPIENTS,
    url: Type.Optional(described(Url, 'Webhook or provider URL. Stored encrypted.')),
    key: Type.Optional(described(Key, 'API or routing key. Stored encrypted.')),
    template: Type.Optional(
      described(
        Template,
        'Message template with placeholders such as `{{rule.name}}`. Null: the built-in message.',
      ),
    ),
    allowsSamples: Type.Optional(AllowsSamples),
    enabled: Type.Optional(
      Type.Boolean({
        description: 'Channels whose receiver no longer exists are disabled automatically.',
      }),
    ),
  }),
);
export type AlertChannelChange = Static<typeof AlertChannelChange>;
