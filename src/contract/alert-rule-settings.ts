/** What people set about an alert rule, and what holds where they say nothing. */
import { type Static, Type } from 'typebox';
import { SEVERITIES } from '../spec/alerts.ts';
import { LIMITS } from '../spec/limits.ts';
import { AlertCondition, KEEPABLE, SettledCondition } from './alert-conditions.ts';
import { fields, nameOf, named } from './schema.ts';

const { alerts } = LIMITS;

const OptionalText = (maxLength: number) =>
  Type.Optional(Type.String({ maxLength, pattern: KEEPABLE }));
const Seconds = (minimum: number, maximum: number, description?: string) =>
  Type.Optional(
    Type.Integer({ minimum, maximum, ...(description === undefined ? {} : { description }) }),
  );
const TemplateText = (maxLength: number) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength, pattern: KEEPABLE }), Type.Null()], {
      description:
        'A template with placeholders such as `{{rule.name}}`; null for the built-in one.',
    }),
  );
const Id = Type.String({ minLength: 1, maxLength: 64 });
const Ids = (maxItems: number, description: string) =>
  Type.Optional(Type.Array(Id, { maxItems, uniqueItems: true, description }));

/** What people set. Whatever is left out has the default that the documents name. */
const SETTINGS = {
  description: OptionalText(alerts.descriptionCharactersMax),
  runbook: OptionalText(alerts.runbookCharactersMax),
  tags: Type.Optional(
    Type.Array(nameOf(alerts.tagCharactersMax), { maxItems: alerts.tagsMax, uniqueItems: true }),
  ),
  severity: Type.Optional(Type.Enum(SEVERITIES)),
  query: Type.Optional(
    Type.Union(
      [
        Type.String({
          minLength: 1,
          maxLength: LIMITS.query.textCharactersMax,
          pattern: KEEPABLE,
        }),
        Type.Null(),
      ],
      {
        description: 'Without bounds of time: the window sets them. Either this or `savedSearch`.',
      },
    ),
  ),
  savedSearch: Type.Optional(
    Type.Union([Id, Type.Null()], {
      description: 'The id of a saved search, read anew at each tick.',
    }),
  ),
  interval: Seconds(
    alerts.intervalSecondsMin,
    alerts.intervalSecondsMax,
    'Seconds between two ticks.',
  ),
  window: Seconds(
    1,
    alerts.windowSecondsMax,
    'Seconds that a tick looks back over; at least the interval.',
  ),
  basis: Type.Optional(
    Type.Enum(['arrival', 'event'], {
      description: 'Rows count when they become searchable, or by their own time.',
    }),
  ),
  delay: Seconds(0, alerts.delaySecondsMax),
  lateMax: Seconds(alerts.lateSecondsMin, alerts.lateSecondsMax),
  for: Seconds(
    0,
    alerts.holdSecondsMax,
    'Pending period: seconds that the condition is met before the rule fires.',
  ),
  fireAfter: Seconds(1, alerts.ticksMax, 'The same as `for`, in checks in a row.'),
  keepFiring: Seconds(
    0,
    alerts.holdSecondsMax,
    'Seconds that the condition is not met before the incident resolves; one interval by default.',
  ),
  resolveAfter: Seconds(1, alerts.ticksMax, 'The same as `keepFiring`, in checks in a row.'),
  noData: Type.Optional(Type.Enum(['keep', 'resolve', 'fire'])),
  onError: Type.Optional(Type.Enum(['keep', 'fire'])),
  maxGroups: Type.Optional(Type.Integer({ minimum: 1, maximum: alerts.groupsMax })),
  channels: Ids(alerts.ruleChannelsMax, 'Ids of channels; `chn_owners` is mail to the Owners.'),
  onResolve: Type.Optional(Type.Boolean()),
  renotify: Type.Optional(
    Type.Union([
      Type.Integer({ minimum: alerts.renotifySecondsMin, maximum: alerts.renotifySecondsMax }),
      Type.Null(),
    ]),
  ),
  groupWait: Seconds(0, alerts.groupWaitSecondsMax),
  throttle: Seconds(0, alerts.throttleSecondsMax),
  samples: Type.Optional(Type.Integer({ minimum: 0, maximum: alerts.samplesMax })),
  title: TemplateText(alerts.titleCharactersMax),
  body: TemplateText(alerts.bodyCharactersMax),
  mutedBy: Ids(alerts.mutedByMax, 'Rules whose firing withholds the messages of this one.'),
};

export const AlertRuleDraft = named(
  'AlertRuleDraft',
  fields({
    name: nameOf(alerts.nameCharactersMax),
    enabled: Type.Optional(Type.Boolean()),
    condition: AlertCondition,
    ...SETTINGS,
  }),
);
export type AlertRuleDraft = Static<typeof AlertRuleDraft>;

export const AlertRuleChange = named(
  'AlertRuleChange',
  fields(
    {
      version: Type.Integer({ minimum: 1, description: 'The version you have seen.' }),
      name: Type.Optional(nameOf(alerts.nameCharactersMax)),
      condition: Type.Optional(AlertCondition),
      ...SETTINGS,
    },
    { minProperties: 2 },
  ),
);
export type AlertRuleChange = Static<typeof AlertRuleChange>;

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

/** Every setting with the value that holds. */
export const AlertRuleSettings = named(
  'AlertRuleSettings',
  Type.Object({
    description: Type.String(),
    runbook: Type.String(),
    tags: Type.Array(Type.String()),
    severity: Type.Enum(SEVERITIES),
    query: TextOrNull,
    savedSearch: TextOrNull,
    interval: Type.Integer(),
    window: Type.Integer(),
    basis: Type.Enum(['arrival', 'event']),
    delay: Type.Integer(),
    lateMax: Type.Integer(),
    condition: SettledCondition,
    for: Type.Integer(),
    fireAfter: Type.Integer(),
    keepFiring: Type.Integer(),
    resolveAfter: Type.Integer(),
    noData: Type.Enum(['keep', 'resolve', 'fire']),
    onError: Type.Enum(['keep', 'fire']),
    maxGroups: Type.Integer(),
    channels: Type.Array(Type.String()),
    onResolve: Type.Boolean(),
    renotify: Type.Union([Type.Integer(), Type.Null()]),
    groupWait: Type.Integer(),
    throttle: Type.Integer(),
    samples: Type.Integer(),
    title: TextOrNull,
    body: TextOrNull,
    mutedBy: Type.Array(Type.String()),
  }),
);
export type AlertRuleSettings = Static<typeof AlertRuleSettings>;
