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
    description: 'A search that selects the bad events of the service, e.g. `status>=500`.',
  }),
});
const Aggregate = fields({
  kind: Type.Literal('aggregate'),
  function: Type.Enum(AGGREGATE_FUNCTIONS, {
    description:
      '`rate`: events per second. `age`: seconds from the last event to the end of the interval.',
  }),
  field: Type.Optional(
    orNull(
      Type.String({ minLength: 1, maxLength: limits.fieldCharactersMax, pattern: KEEPABLE }),
      'Field to aggregate. `count`, `rate` and `age` need none.',
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
      'The first row must have `value`, or `good` and `total`. The selector of the service does not apply.',
  }),
});
export const Measure = Type.Union([Ratio, Aggregate, OwnQuery], {
  title: 'KpiMeasure',
  description:
    '`ratio`: percentage of bad events. `aggregate`: one number over all events. `query`: a custom query.',
});
export type Measure = Static<typeof Measure>;
export type MeasureOf<Kind extends Measure['kind']> = Extract<Measure, { kind: Kind }>;

const Limit = Type.Union([
  Type.Number(),
  Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
  Type.Null(),
]);
export type KpiLimit = Static<typeof Limit>;

const Slo = fields(
  {
    target: Type.Number({
      minimum: limits.targetMin,
      maximum: limits.targetMax,
      description: 'Target in percent.',
    }),
    windowDays: Type.Optional(
      Type.Enum([...SLO_WINDOW_DAYS], { default: 30, description: 'SLO window in days.' }),
    ),
    kind: Type.Optional(
      Type.Enum(SLO_KINDS, {
        default: 'occurrences',
        description:
          '`occurrences`: share of good events, for ratios. `timeslices`: share of intervals within the thresholds.',
      }),
    ),
  },
  { title: 'KpiObjective' },
);

const Unit = Type.String({ maxLength: limits.unitCharactersMax, pattern: KEEPABLE });
const Better = Type.Enum(BETTER, {
  description:
    'Which values are good. `range`: thresholds are pairs, and values between them are good.',
});
const Warning = Type.Union(Limit.anyOf, { description: 'Warning threshold.' });
const Critical = Type.Union(Limit.anyOf, { description: 'Critical threshold.' });
const EverySeconds = Type.Enum([...KPI_EVERY_SECONDS], {
  description: 'Measurement interval in seconds.',
});
const DelaySeconds = Type.Integer({
  minimum: limits.delaySecondsMin,
  maximum: limits.delaySecondsMax,
  description: 'Evaluation delay in seconds: how long a measurement waits for late events.',
});
const MinimumEvents = Type.Integer({
  minimum: 0,
  maximum: limits.minimumEventsMax,
  description: 'Intervals with fewer events count as `too_few`.',
});
const EmptyMeans = Type.Enum(EMPTY_MEANINGS, {
  description: 'Value of an interval without events: `no_data` or 0.',
});
const Importance = Type.Integer({
  minimum: 1,
  maximum: limits.importanceMax,
  description: 'Weight in the health score of the service.',
});
const Decisive = Type.Boolean({ description: 'Whether the service is critical when this KPI is.' });
const SloOrNull = Type.Union([Slo, Type.Null()], {
  description: 'Service level objective. Null: none.',
});

/** Every field with its value, as a KPI is kept and shown. */
export const KpiSettings = named(
  'KpiSettings',
  Type.Object({
    measure: Measure,
    unit: Type.String({ description: 'Unit shown with the value.' }),
    better: Better,
    warning: Warning,
    critical: Critical,
    everySeconds: EverySeconds,
    delaySeconds: Type.Integer({
      description: 'Evaluation delay in seconds: how long a measurement waits for late events.',
    }),
    minimumEvents: Type.Integer({ description: 'Intervals with fewer events count as `too_few`.' }),
    emptyMeans: EmptyMeans,
    importance: Type.Integer({ description: 'Weight in the health score of the service.' }),
    decisive: Decisive,
    slo: Type.Union(
      [
        Type.Object({
          target: Type.Number({ description: 'Target in percent.' }),
          windowDays: Type.Enum([...SLO_WINDOW_DAYS], { description: 'SLO window in days.' }),
          kind: Type.Enum(SLO_KINDS, { description: 'What counts as good: events or intervals.' }),
        }),
        Type.Null(),
      ],
      { description: 'Service level objective. Null: none.' },
    ),
  }),
);
export type KpiSettings = Static<typeof KpiSettings>;

const OPTIONAL = {
  isEnabled: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether the KPI is measured.' }),
  ),
  unit: Type.Optional(
    Type.String({ ...Unit, description: 'Unit shown after the value. Ratios use `%`.' }),
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
    serviceId: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Service that the KPI belongs to.',
    }),
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
      version: Type.Integer({ minimum: 1, description: 'Version your change is based on.' }),
      name: Type.Optional(nameOf(limits.nameCharactersMax)),
      measure: Type.Optional(Measure),
      ...OPTIONAL,
    },
    { minProperties: 2 },
  ),
);
export type KpiChange = Static<typeof KpiChange>;
