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
  description: 'Fields by which groups are told apart; each group has a state of its own.',
});

const Of = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: KEEPABLE,
  description: 'The column to look at. Without a reporting command in the query it is `count`.',
});

const ThresholdCondition = named(
  'ThresholdCondition',
  fields({
    kind: Type.Literal('threshold'),
    of: Type.Optional(Of),
    op: Type.Enum(COMPARISONS),
    value: Type.Number(),
    by: Type.Optional(By),
    recoverAt: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], {
        description: 'It is over only beyond this value, which lies on the safe side of `value`.',
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
    scope: Type.Enum(['all', 'member']),
    by: Type.Optional(By),
    minSeen: Type.Optional(Type.Integer({ minimum: 1, maximum: alerts.memberWindowsMax })),
    learn: Type.Optional(
      Type.Integer({
        minimum: alerts.memberLearnSecondsMin,
        maximum: alerts.memberLearnSecondsMax,
      }),
    ),
    expire: Type.Optional(
      Type.Integer({
        minimum: alerts.memberExpireSecondsMin,
        maximum: alerts.memberExpireSecondsMax,
      }),
    ),
    expected: Type.Optional(Type.Array(MemberKey, { maxItems: alerts.membersExpectedMax })),
    maxMembers: Type.Optional(Type.Integer({ minimum: 1, maximum: alerts.ruleMembersMax })),
  }),
);

const ChangeCondition = named(
  'ChangeCondition',
  fields({
    kind: Type.Literal('change'),
    of: Type.Optional(Of),
    by: Type.Optional(By),
    direction: Type.Optional(Type.Enum(['both', 'up', 'down'])),
    percent: Type.Optional(Type.Number({ minimum: 0, maximum: alerts.changePercentMax })),
    minDifference: Type.Optional(Type.Number({ minimum: 0 })),
    compare: Type.Optional(Type.Enum(['day', 'week'])),
    periods: Type.Optional(Type.Integer({ minimum: 1, maximum: alerts.changePeriodsMax })),
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
    }),
    expectedItems: Type.Optional(
      Type.Array(ExpectedItem, { maxItems: LIMITS.evaluation.itemsMax }),
    ),
    mode: Type.Optional(Type.Enum([...EVALUATION_MODES])),
    model: Type.Optional(
      Type.Union([Type.String({ maxLength: 100, pattern: KEEPABLE }), Type.Null()], {
        description: 'Null or absent: the fast utility model.',
      }),
    ),
    rows: Type.Optional(Type.Integer({ minimum: 1, maximum: alerts.verdictRowsMax })),
    fireOn: Type.Optional(
      Type.Array(Type.Enum(['failed', 'not_found']), { minItems: 1, uniqueItems: true }),
    ),
    minConfidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    creditsPerDay: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: alerts.verdictCreditsPerDayMax }),
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
