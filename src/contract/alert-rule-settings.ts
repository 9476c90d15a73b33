/** What people set about an alert rule, and what holds where they say nothing. */
import { type Static, Type } from 'typebox';
import { SEVERITIES } from '../spec/alerts.ts';
import { LIMITS } from '../spec/limits.ts';
import { AlertCondition, KEEPABLE, SettledCondition } from './alert-conditions.ts';
import { described, fields, nameOf, named } from './schema.ts';

const { alerts } = LIMITS;

const OptionalText = (maxLength: number) =>
  Type.Optional(Type.String({ maxLength, pattern: KEEPABLE }));
const Seconds = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }));
const TemplateText = (maxLength: number, description: string) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength, pattern: KEEPABLE }), Type.Null()], {
      description,
    }),
  );
const Id = Type.String({ minLength: 1, maxLength: 64 });
const Ids = (maxItems: number, description: string) =>
  Type.Optional(Type.Array(Id, { maxItems, uniqueItems: true, description }));

/** What people set. Whatever is left out has the default that the documents name. */
const SETTINGS = {
  description: OptionalText(alerts.descriptionCharactersMax),
  runbook: described(
    OptionalText(alerts.runbookCharactersMax),
    'Instructions for on-call. Sent with the notification.',
  ),
  tags: Type.Optional(
    Type.Array(nameOf(alerts.tagCharactersMax), {
      maxItems: alerts.tagsMax,
      uniqueItems: true,
      description: 'Labels to filter and silence rules by.',
    }),
  ),
  severity: Type.Optional(Type.Enum(SEVERITIES, { description: 'Severity of the incidents.' })),
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
        description:
          'Query without a time range: the window sets it. Either this or `savedSearch`.',
      },
    ),
  ),
  savedSearch: Type.Optional(
    Type.Union([Id, Type.Null()], {
      description: 'ID of a saved search. Each check uses its current query.',
    }),
  ),
  interval: Seconds(
    alerts.intervalSecondsMin,
    alerts.intervalSecondsMax,
    'Check interval in seconds.',
  ),
  window: Seconds(
    1,
    alerts.windowSecondsMax,
    'Seconds of events that each check covers. At least the interval.',
  ),
  basis: Type.Optional(
    Type.Enum(['arrival', 'event'], {
      description: 'Time basis of the window: ingest time (`arrival`) or event time (`event`).',
    }),
  ),
  delay: Seconds(
    0,
    alerts.delaySecondsMax,
    'Evaluation delay in seconds: how long a check waits for late events.',
  ),
  lateMax: Seconds(
    alerts.lateSecondsMin,
    alerts.lateSecondsMax,
    'Maximum event age in seconds. Events that arrive later never count.',
  ),
  for: Seconds(
    0,
    alerts.holdSecondsMax,
    'Pending period in seconds: how long the condition must be met before the rule fires.',
  ),
  fireAfter: Seconds(1, alerts.ticksMax, 'The same as `for`, in consecutive checks.'),
  keepFiring: Seconds(
    0,
    alerts.holdSecondsMax,
    'How long the condition must not be met before the incident resolves, in seconds. Default: one interval.',
  ),
  resolveAfter: Seconds(1, alerts.ticksMax, 'The same as `keepFiring`, in consecutive checks.'),
  noData: Type.Optional(
    Type.Enum(['keep', 'resolve', 'fire'], {
      description: 'What a check without data does: keep the state, resolve or fire.',
    }),
  ),
  onError: Type.Optional(
    Type.Enum(['keep', 'fire'], {
      description: 'What a failed check does: keep the state or fire.',
    }),
  ),
  maxGroups: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: alerts.groupsMax,
      description: 'Maximum number of groups. Further groups are not evaluated.',
    }),
  ),
  channels: Ids(
    alerts.ruleChannelsMax,
    'IDs of notification channels. `chn_owners` sends email to the owners.',
  ),
  onResolve: Type.Optional(Type.Boolean({ description: 'Notify when the alert resolves.' })),
  renotify: Type.Optional(
    Type.Union(
      [
        Type.Integer({ minimum: alerts.renotifySecondsMin, maximum: alerts.renotifySecondsMax }),
        Type.Null(),
      ],
      {
        description:
          'Repeat the notification after this many seconds while the alert fires. Null: never.',
      },
    ),
  ),
  groupWait: Seconds(
    0,
    alerts.groupWaitSecondsMax,
    'Seconds to wait for further groups, so that one notification covers them all.',
  ),
  throttle: Seconds(
    0,
    alerts.throttleSecondsMax,
    'Minimum seconds between two notifications of the rule on a channel.',
  ),
  samples: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: alerts.samplesMax,
      description: 'Number of log lines in a notification.',
    }),
  ),
  title: TemplateText(
    alerts.titleCharactersMax,
    'Title template with placeholders such as `{{rule.name}}`. Null: the built-in title.',
  ),
  body: TemplateText(
    alerts.bodyCharactersMax,
    'Message template with placeholders such as `{{rule.name}}`. Null: the built-in message.',
  ),
  mutedBy: Ids(
    alerts.mutedByMax,
    'IDs of rules that inhibit this one: while one of them fires, notifications are suppressed.',
  ),
};

export const AlertRuleDraft = named(
  'AlertRuleDraft',
  fields({
    name: nameOf(alerts.nameCharactersMax),
    enabled: Type.Optional(
      Type.Boolean({ description: 'Whether the rule is checked. Default: true.' }),
    ),
    condition: AlertCondition,
    ...SETTINGS,
  }),
);
export type AlertRuleDraft = Static<typeof AlertRuleDraft>;

export const AlertRuleChange = named(
  'AlertRuleChange',
  fields(
    {
      version: Type.Integer({
        minimum: 1,
        description: 'Version you last read. A different current version is a conflict (409).',
      }),
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
    runbook: described(Type.String(), SETTINGS.runbook),
    tags: described(Type.Array(Type.String()), SETTINGS.tags),
    severity: described(Type.Enum(SEVERITIES), SETTINGS.severity),
    query: described(TextOrNull, SETTINGS.query),
    savedSearch: described(TextOrNull, SETTINGS.savedSearch),
    interval: described(Type.Integer(), SETTINGS.interval),
    window: described(Type.Integer(), SETTINGS.window),
    basis: described(Type.Enum(['arrival', 'event']), SETTINGS.basis),
    delay: described(Type.Integer(), SETTINGS.delay),
    lateMax: described(Type.Integer(), SETTINGS.lateMax),
    condition: SettledCondition,
    for: described(Type.Integer(), SETTINGS.for),
    fireAfter: described(Type.Integer(), SETTINGS.fireAfter),
    keepFiring: described(Type.Integer(), SETTINGS.keepFiring),
    resolveAfter: described(Type.Integer(), SETTINGS.resolveAfter),
    noData: described(Type.Enum(['keep', 'resolve', 'fire']), SETTINGS.noData),
    onError: described(Type.Enum(['keep', 'fire']), SETTINGS.onError),
    maxGroups: described(Type.Integer(), SETTINGS.maxGroups),
    channels: described(Type.Array(Type.String()), SETTINGS.channels),
    onResolve: described(Type.Boolean(), SETTINGS.onResolve),
    renotify: described(Type.Union([Type.Integer(), Type.Null()]), SETTINGS.renotify),
    groupWait: described(Type.Integer(), SETTINGS.groupWait),
    throttle: described(Type.Integer(), SETTINGS.throttle),
    samples: described(Type.Integer(), SETTINGS.samples),
    title: described(TextOrNull, SETTINGS.title),
    body: described(TextOrNull, SETTINGS.body),
    mutedBy: described(Type.Array(Type.String()), SETTINGS.mutedBy),
  }),
);
export type AlertRuleSettings = Static<typeof AlertRuleSettings>;

export const AlertRuleVersion = named(
  'AlertRuleVersion',
  Type.Object({
    name: Type.String(),
    ...AlertRuleSettings.properties,
    version: Type.Integer({ description: 'Version of the rule that had these settings.' }),
    savedBy: Type.String(),
    savedAt: Type.String(),
  }),
);
export type AlertRuleVersion = Static<typeof AlertRuleVersion>;
