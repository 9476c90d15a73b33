/** Back-tests: what a rule would have done, from the events that are stored. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { AlertRuleDraft } from './alert-rule-settings.ts';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, fields, named, Warnings } from './schema.ts';

const { alerts } = LIMITS;

const OPTIONS = {
  hours: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: alerts.testHoursMax,
      default: alerts.testHoursDefault,
      description: 'How far back to test.',
    }),
  ),
  notify: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Send one message, marked as a test, to each channel of the rule. Needs the permission `channels:manage`.',
    }),
  ),
  spend: Type.Optional(
    Type.Boolean({
      default: false,
      description: `Evaluation rules only: run up to ${alerts.testVerdictsMax} checks with the model, which costs credits.`,
    }),
  ),
};

export const AlertTestOptions = named('AlertTestOptions', fields(OPTIONS));
export type AlertTestOptions = Static<typeof AlertTestOptions>;

const AlertTestOfDraft = fields({ rule: AlertRuleDraft, ...OPTIONS });

const Group = Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]);
const Value = Type.Union([Type.Number(), Type.Null()]);
/** The same in the one form that the serializer of answers takes within a tuple. */
const TupleValue = Type.Unsafe<number | null>({ type: ['number', 'null'] });

export const AlertTest = Type.Object(
  {
    ticks: Type.Integer({ description: 'Number of checks that were tested.' }),
    sampled: Type.Boolean({ description: 'Only a sample of the checks was tested.' }),
    ticksPlanned: Type.Optional(
      Type.Integer({
        description:
          'Sampled only: number of checks in the period. The rule may fire between the tested ones.',
      }),
    ),
    basis: Type.Optional(
      Type.Enum(['arrival', 'event'], {
        description:
          'Time that was used. `arrival`, ingest time: history that was imported counts when it was imported.',
      }),
    ),
    series: Type.Array(Type.Tuple([Type.String(), TupleValue]), {
      description: 'Largest value of all groups at each check.',
    }),
    firings: Type.Array(
      Type.Object({
        group: described(Group, 'Field values of the group. Null: the rule has no groups.'),
        from: Type.String({ description: 'When it would have fired.' }),
        to: Type.Union([Type.String(), Type.Null()], {
          description: 'When it would have resolved. Null: still firing.',
        }),
        peak: described(Value, 'Largest value while firing.'),
      }),
      { description: 'Periods in which the rule would have fired.' },
    ),
    messages: Type.Integer({ description: 'Notifications per channel.' }),
    warnings: Type.Optional(Warnings),
    problem: Type.Optional(Type.String({ description: 'Why the test failed or is incomplete.' })),
    credits: Type.Optional(
      Type.Object(
        {
          perTick: Type.Number({ description: 'Credits per check.' }),
          perDay: Type.Number({ description: 'Credits per day, at the current interval.' }),
          spent: Type.Number({ description: 'Credits that this test used.' }),
        },
        { description: 'Evaluation rules only: cost.' },
      ),
    ),
    sent: Type.Optional(
      Type.Array(
        Type.Object({
          channelId: Type.String(),
          state: Type.Enum(['sent', 'dead'], { description: '`dead`: the delivery failed.' }),
          error: Type.Optional(Type.String({ description: 'Why the delivery failed.' })),
        }),
        { description: 'Deliveries, with `notify` only.' },
      ),
    ),
  },
  { title: 'AlertTest' },
);
export type AlertTest = Static<typeof AlertTest>;

const example = {
  ticks: 1_440,
  sampled: false,
  basis: 'arrival',
  series: [['2026-11-15T09:00:00.000Z', 12]],
  firings: [
    {
      group: null,
      from: '2026-11-15T03:10:00.000Z',
      to: '2026-11-15T03:25:00.000Z',
      peak: 311,
    },
  ],
  messages: 2,
};
const tags = ['Alerts'];
const description =
  'Sends nothing unless `notify` says so, and changes no state. Counts, `stats` queries and changes of both replay every check exactly; other rules a sample of up to ' +
  `${alerts.testTicksSampled} checks.`;
const errors = [
  'QUERY_SYNTAX_ERROR',
  'UNKNOWN_INDEX',
  'NOT_FOUND',
  'QUERY_TIMEOUT',
  'QUERY_SLOTS_BUSY',
  'QUERY_MEMORY_LIMIT',
  'QUERY_SCAN_LIMIT',
  'AI_CREDITS_EXHAUSTED',
  'STORAGE_UNAVAILABLE',
] as const;

export const testAlertDraft = {
  method: 'POST',
  url: '/api/v1/alert-rules/test',
  config: { permission: 'alerts:write', rate: 'logs', body: 'management' },
  schema: {
    tags,
    summary: 'Backtest an unsaved alert rule',
    description,
    body: AlertTestOfDraft,
    response: { 200: dataOf(AlertTest) },
  },
  docs: {
    errors,
    example: {
      body: {
        rule: {
          name: 'Errors',
          query: 'level=error',
          condition: { kind: 'threshold', op: '>', value: 100 },
        },
        hours: 24,
      },
      answer: { data: example },
    },
  },
} as const satisfies Endpoint;

export const testAlertRule = {
  method: 'POST',
  url: '/api/v1/alert-rules/:id/test',
  config: { permission: 'alerts:write', rate: 'logs', body: 'management' },
  schema: {
    tags,
    summary: 'Backtest an alert rule',
    description,
    params: fields({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    body: AlertTestOptions,
    response: { 200: dataOf(AlertTest) },
  },
  docs: {
    errors,
    example: {
      params: { id: 'alr_3Hn8cWqLz6TvKdXbR1JmPs' },
      body: { hours: 24 },
      answer: { data: example },
    },
  },
} as const satisfies Endpoint;
