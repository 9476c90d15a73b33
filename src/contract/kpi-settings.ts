/** What people set of a KPI: how it is measured, and what is good. */
import { type Static, type TSchema, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import {
  AGGREGATE_FUNCTIONS,
  BETTER,
  EMPTY_MEANINGS,
  KPI_EVERY_SECONDS,
  SLO_KINDS,
  SLO_WINDOW_DAYS,
} from '../spec/services.ts';
import { fields, nameOf, named } from './schema.ts';

const limits = LIMITS.services;

/** Any text but what no store keeps: NUL and half characters. */
const KEEPABLE = '^[^\\u0000\\ud800-\\udfff]*$';
const Condition = Type.String({
  minLength: 1,
  maxLength: limits.selectorCharactersMax,
  pattern: KEEPABLE,
});
const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const Ratio = fields({
  kind: Type.Literal('ratio'),
  bad: Type.String({
    ...Condition,
    description:
      'A search that finds the bad ones among the events of the service, e.g. `status>=500`.',
  }),
});
const Aggregate = fields({
  kind: Type.Literal('aggregate'),
  function: Type.Enum(AGGREGATE_FUNCTIONS, {
    description:
      '`rate`: events a second. `age`: seconds from the last event to the end of the slot.',
  }),
  field: Type.Optional(
    orNull(
      Type.String({ minLength: 1, maxLength: limits.fieldCharactersMax, pattern: KEEPABLE }),
      'What is computed with; `count`, `rate` and `age` need none.',
    ),
  ),
  where: Type.Optional(orNull(Condition, 'A search that narrows the events of the service.')),
});
const OwnQuery = fields({
  kind: Type.Literal('query'),
  query: Type.String({
    minLength: 1,
    maxLength: LIMITS.query.textCharactersMax,
    pattern: KEEPABLE,
    description:
      'Its first row has `value`, or `good` and `total`. It stands for itself: the selector of the service does not narrow it.',
  }),
});
export const Measure = Type.Union([Ratio, Aggregate, OwnQuery], {
  title: 'KpiMeasure',
  description:
    '`ratio`: the share of bad events, per cent. `aggregate`: one number of all events. `query`: a query of its own.',
});
export type Measure = Static<typeof Measure>;
export type MeasureOf<Kind extends Measure['kind']> = Extract<Measure, { kind: Kind }>;

const Limit = Type.Union([
  Type.Number(),
  Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
  Type.Null(),
]);
export type KpiLimit = Static<typeof Limit>;

export const Slo = fields(
  {
    target: Type.Number({
      minimum: limits.targetMin,
      maximum: limits.targetMax,
      description: 'Per cent that are to be good.',
    }),
    windowDays: Type.Optional(Type.Enum([...SLO_WINDOW_DAYS], { default: 30 })),
    kind: Type.Optional(
      Type.Enum(SLO_KINDS, {
        default: 'occurrences',
        description:
          '`occurrences`: good events among all, for measures that count both. `timeslices`: slots within the limits among all.',
      }),
    ),
  },
  { title: 'KpiObjective' },
);
export type Slo = Static<typeof Slo>;

const Unit = Type.String({ maxLength: limits.unitCharactersMax, pattern: KEEPABLE });
const Better = Type.Enum(BETTER, {
  description: '`range`: limits are pairs, and what lies between them is good.',
});
const Warning = Type.Union(Limit.anyOf, { description: 'Beyond it the KPI warns.' });
const Critical = Type.Union(Limit.anyOf, { description: 'Beyond it the KPI is critical.' });
const EverySeconds = Type.Enum([...KPI_EVERY_SECONDS], { description: 'The length of a slot.' });
const DelaySeconds = Type.Integer({
  minimum: limits.delaySecondsMin,
  maximum: limits.delaySecondsMax,
  description: 'How long after its end a slot is measured.',
});
const MinimumEvents = Type.Integer({
  minimum: 0,
  maximum: limits.minimumEventsMax,
  description: 'With fewer events a slot is `too_few`.',
});
const EmptyMeans = Type.Enum(EMPTY_MEANINGS, {
  description: 'What a slot without any event is: `no_data`, or 0.',
});
const Importance = Type.Integer({
  minimum: 1,
  maximum: limits.importanceMax,
  description: 'How much it counts in the score.',
});
const Decisive = Type.Boolean({ description: 'When it is critical, so is the service.' });
const SloOrNull = Type.Union([Slo, Type.Null()], { description: 'An objective, if there is one.' });

/** Every field with its value, as a KPI is kept and shown. */
export const KpiSettings = named(
  'KpiSettings',
  Type.Object({
    measure: Measure,
    unit: Type.String(),
    better: Better,
    warning: Warning,
    critical: Critical,
    everySeconds: EverySeconds,
    delaySeconds: Type.Integer(),
    minimumEvents: Type.Integer(),
    emptyMeans: EmptyMeans,
    importance: Type.Integer(),
    decisive: Decisive,
    slo: Type.Union([
      Type.Object({
        target: Type.Number(),
        windowDays: Type.Enum([...SLO_WINDOW_DAYS]),
        kind: Type.Enum(SLO_KINDS),
      }),
      Type.Null(),
    ]),
  }),
);
export type KpiSettings = Static<typeof KpiSettings>;

const OPTIONAL = {
  isEnabled: Type.Optional(Type.Boolean({ default: true })),
  unit: Type.Optional(
    Type.String({ ...Unit, description: 'Shown behind the value; `%` of shares by itself.' }),
  ),
  better: Type.Optional(Type.Enum(BETTER, { ...Better, default: 'lower' })),
  warning: Type.Optional(Warning),
  critical: Type.Optional(Critical),
  everySeconds: Type.Optional(EverySeconds),
  delaySeconds: Type.Optional(DelaySeconds),
  minimumEvents: Type.Optional(MinimumEvents),
  emptyMeans: Type.Optional(EmptyMeans),
  importance: Type.Optional(Importance),
  decisive: Type.Optional(Decisive),
  slo: Type.Optional(SloOrNull),
};

export const KpiDraft = named(
  'KpiDraft',
  fields({
    serviceId: Type.String({ minLength: 1, maxLength: 64 }),
    name: nameOf(limits.nameCharactersMax),
    measure: Measure,
    ...OPTIONAL,
  }),
);
export type KpiDraft = Static<typeof KpiDraft>;

export const KpiChange = named(
  'KpiChange',
  fields(
    {
      version: Type.Integer({ minimum: 1, description: 'The version the change was made on.' }),
      name: Type.Optional(nameOf(limits.nameCharactersMax)),
      measure: Type.Optional(Measure),
      ...OPTIONAL,
    },
    { minProperties: 2 },
  ),
);
export type KpiChange = Static<typeof KpiChange>;
