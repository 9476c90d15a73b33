/** What makes an alert rule fire. */
import { type Static, Type } from 'typebox';
import { COMPARISONS } from '../spec/alerts.ts';
import { EVALUATION_MODES } from '../spec/evaluation.ts';
import { LIMITS } from '../spec/limits.ts';
import { ExpectedItem } from './evaluation.ts';
import { fields, named } from './schema.ts';

const { alerts } = LIMITS;

/** Any text but what no store keeps: NUL and half characters. */
export const KEEPABLE = '^[^\\u0000\\ud800-\\udfff]*$';

const Field = Type.String({ minLength: 1, maxLength: 256, pattern: KEEPABLE });

const By = Type.Array(Field, {
  maxItems: alerts.groupFieldsMax,
  uniqueItems: true,
  description: 'Group by these fields. Each group has its own state.',
});

const Of = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: KEEPABLE,
  description: 'Value column. Default without a reporting command: `count`.',
});

const ThresholdCondition = named(
  'ThresholdCondition',
  fields({
    kind: Type.Literal('threshold'),
    of: Type.Optional(Of),
    op: Type.Enum(COMPARISONS, { description: 'Comparison of the measured value with `value`.' }),
    value: Type.Number({ description: 'Threshold.' }),
    by: Type.Optional(By),
    recoverAt: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], {
        description: 'Recovery threshold. The alert resolves only beyond this value.',
      }),
    ),
  }),
);

const MemberKey = Type.Record(
  Type.String(),
  Type.String({ maxLength: alerts.groupValueCharactersMax }),
);

const AbsenceCondition = named(
  'AbsenceCondition',
  fields({
    kind: Type.Literal('absence'),
    scope: Type.Enum(['all', 'member'], {
      description:
        '`all`: fire when no events arrive at all. `member`: fire for each group that stops sending.',
    }),
    by: Type.Optional(By),
    minSeen: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: alerts.memberWindowsMax,
        description: 'Number of windows a group must appear in before it is expected.',
      }),
    ),
    learn: Type.Optional(
      Type.Integer({
        minimum: alerts.memberLearnSecondsMin,
        maximum: alerts.memberLearnSecondsMax,
        description: 'Learning period in seconds, during which no group is reported as missing.',
      }),
    ),
    expire: Type.Optional(
      Type.Integer({
        minimum: alerts.memberExpireSecondsMin,
        maximum: alerts.memberExpireSecondsMax,
        description: 'Seconds after which a missing group is no longer expected.',
      }),
    ),
    expected: Type.Optional(
      Type.Array(MemberKey, {
        maxItems: alerts.membersExpectedMax,
        description: 'Groups that are expected from the start, without learning.',
      }),
    ),
    maxMembers: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: alerts.ruleMembersMax,
        description: 'Maximum number of groups to track.',
      }),
    ),
  }),
);

const ChangeCondition = named(
  'ChangeCondition',
  fields({
    kind: Type.Literal('change'),
    of: Type.Optional(Of),
    by: Type.Optional(By),
    direction: Type.Optional(
      Type.Enum(['both', 'up', 'down'], {
        description: 'Which changes fire: increases, decreases or both.',
      }),
    ),
    percent: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: alerts.changePercentMax,
        description: 'Minimum change versus the baseline, in percent.',
      }),
    ),
    minDifference: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'Minimum absolute change versus the baseline. Prevents alerts on small numbers.',
      }),
    ),
    compare: Type.Optional(
      Type.Enum(['day', 'week'], {
        description: 'Baseline: the same time on previous days or in previous weeks.',
      }),
    ),
    periods: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: alerts.changePeriodsMax,
        description: 'Number of previous days or weeks in the baseline.',
      }),
    ),
  }),
);

const VerdictCondition = named(
  'VerdictCondition',
  fields({
    kind: Type.Literal('verdict'),
    criteria: Type.String({
      minLength: 1,
      maxLength: LIMITS.evaluation.criteriaCharactersMax,
      pattern: KEEPABLE,
      description: 'What the evaluation checks, in plain language.',
    }),
    expectedItems: Type.Optional(
      Type.Array(ExpectedItem, {
        maxItems: LIMITS.evaluation.itemsMax,
        description: 'Items the evaluation must find in the events, each with its own result.',
      }),
    ),
    mode: Type.Optional(
      Type.Enum([...EVALUATION_MODES], {
        description:
          'What the evaluation returns: one result per expected item, or findings without a list of items.',
      }),
    ),
    model: Type.Optional(
      Type.Union([Type.String({ maxLength: 100, pattern: KEEPABLE }), Type.Null()], {
        description: 'Model. Default: the fast utility model.',
      }),
    ),
    rows: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: alerts.verdictRowsMax,
        description: 'Maximum number of events per evaluation.',
      }),
    ),
    fireOn: Type.Optional(
      Type.Array(Type.Enum(['failed', 'not_found']), {
        minItems: 1,
        uniqueItems: true,
        description: 'Results that fire the alert.',
      }),
    ),
    minConfidence: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Minimum confidence, from 0 to 1. Results below it do not fire.',
      }),
    ),
    creditsPerDay: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: alerts.verdictCreditsPerDayMax,
        description:
          'AI credit budget of the rule per day. When it is exhausted, checks fail until the next day.',
      }),
    ),
  }),
);

export const AlertCondition = named(
  'AlertCondition',
  Type.Union([ThresholdCondition, AbsenceCondition, ChangeCondition, VerdictCondition]),
);
export type AlertCondition = Static<typeof AlertCondition>;

/** A condition as it is kept and shown: every field has the value that holds. */
export const SettledCondition = named(
  'SettledCondition',
  Type.Union([
    Type.Required(ThresholdCondition),
    Type.Required(AbsenceCondition),
    Type.Required(ChangeCondition),
    Type.Required(VerdictCondition),
  ]),
);
export type SettledCondition = Static<typeof SettledCondition>;
export type ConditionOf<Kind extends SettledCondition['kind']> = Extract<
  SettledCondition,
  { kind: Kind }
>;
