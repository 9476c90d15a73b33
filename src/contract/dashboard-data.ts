/** What the panels of a dashboard show: all of them in one call, about one moment. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { DashboardDefinition } from './dashboard-definition.ts';
import { ElementId, keepable, TimeText } from './dashboard-panels.ts';
import { DashboardParams } from './dashboards.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, TimeZone, named } from './schema.ts';

const limits = LIMITS.dashboards;

const Value = keepable(limits.valueCharactersMax);

/** By name of the variable; no values stand for all. */
export const ChosenVariables = named(
  'ChosenVariables',
  Type.Record(
    Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }),
    Type.Union([Value, Type.Array(Value, { maxItems: limits.valuesMax })]),
    {
      maxProperties: limits.variablesMax,
      description: 'What was chosen, by name; an empty list stands for all.',
    },
  ),
);
export type ChosenVariables = Static<typeof ChosenVariables>;

export const DashboardAsk = named(
  'DashboardAsk',
  fields({
    earliest: Type.Optional(TimeText),
    latest: Type.Optional(TimeText),
    timeZone: Type.Optional(TimeZone),
    variables: Type.Optional(ChosenVariables),
    panels: Type.Optional(
      Type.Array(ElementId, {
        maxItems: limits.panelsMax,
        uniqueItems: true,
        description: 'Which panels, those in sight first. Default: all that no heading hides.',
      }),
    ),
    have: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z0-9]{1,16}$' }), Type.String({ maxLength: 64 }), {
        maxProperties: limits.panelsMax,
        description: 'The `tag` of what is shown already: what has not changed is not sent again.',
      }),
    ),
    /** What is not saved yet. */
    definition: Type.Optional(DashboardDefinition),
  }),
);
export type DashboardAsk = Static<typeof DashboardAsk>;

const Column = Type.Object({ name: Type.String(), type: Type.String() });
const Row = Type.Object({}, { additionalProperties: true });
const AppliedLimit = Type.Object({
  limit: Type.String(),
  max: Type.Integer(),
  message: Type.String(),
});
const Failure = Type.Object({
  code: Type.String(),
  error: Type.String(),
  details: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String(),
        message: Type.String(),
        position: Type.Optional(Type.Integer()),
      }),
    ),
  ),
});
export type PanelFailure = Static<typeof Failure>;

const Shown = Type.Object({
  tag: Type.String({ description: 'Names exactly these rows; send it as `have`.' }),
  columns: Type.Array(Column),
  rows: Type.Array(Row),
  from: Type.String({ description: 'The range of this panel.' }),
  to: Type.String(),
  sparkline: Type.Optional(
    Type.Object(
      { columns: Type.Array(Column), rows: Type.Array(Row) },
      { description: 'Of a value: the same over time.' },
    ),
  ),
  comparison: Type.Optional(
    Type.Object(
      {
        value: Type.Union([Type.Number(), Type.Null()]),
        from: Type.String(),
        to: Type.String(),
      },
      { description: 'Of a value: the same query over the range it is compared with.' },
    ),
  ),
  computedAt: Type.String(),
  stale: Type.Boolean({ description: 'Older than it should be: the limit is used up.' }),
  limits_applied: Type.Array(AppliedLimit),
  cost: Type.Optional(
    Type.Object({
      scannedRows: Type.Integer(),
      scannedBytes: Type.Integer(),
      elapsedMs: Type.Number(),
      sharedBy: Type.Integer({
        description: 'Panels of this answer that rest on the same search.',
      }),
    }),
  ),
});
export type ShownPanel = Static<typeof Shown>;

/** What is shown, that it is still the same, or why there is nothing. */
export const PanelAnswer = named(
  'PanelAnswer',
  Type.Union([
    Shown,
    Type.Object({ unchanged: Type.Literal(true), stale: Type.Boolean() }),
    Type.Object({ error: Failure }),
  ]),
);
export type PanelAnswer = Static<typeof PanelAnswer>;

export const VariableAnswer = named(
  'VariableAnswer',
  Type.Object({
    values: Type.Array(Type.String(), { description: 'What the panels were asked with.' }),
    options: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
    isCut: Type.Boolean({ description: 'There are more options than these.' }),
    error: Type.Optional(Failure),
  }),
);
export type VariableAnswer = Static<typeof VariableAnswer>;

export const AnnotationAnswer = named(
  'AnnotationAnswer',
  Type.Object({
    name: Type.String(),
    color: Type.Integer(),
    isGrouped: Type.Boolean({ description: 'Too many: each stands for those of a bucket.' }),
    marks: Type.Array(
      Type.Object({
        time: Type.String(),
        end: Type.Union([Type.String(), Type.Null()]),
        text: Type.String(),
        level: Type.String(),
        count: Type.Integer(),
      }),
    ),
    error: Type.Optional(Failure),
  }),
);
export type AnnotationAnswer = Static<typeof AnnotationAnswer>;

/** `event: start` of a stream. */
export const RefreshStart = named(
  'RefreshStart',
  Type.Object({
    version: Type.Integer({ description: '0 for what is not saved.' }),
    now: Type.String({ description: 'The moment all panels are about.' }),
    from: Type.String(),
    to: Type.String(),
    timeZone: Type.String(),
    freshSeconds: Type.Integer({ description: 'Asking again earlier shows nothing new.' }),
    statements: Type.Integer(),
  }),
);
export type RefreshStart = Static<typeof RefreshStart>;

/** `event: done` of a stream. */
export const RefreshEnd = named(
  'RefreshEnd',
  Type.Object({
    statements: Type.Integer({ description: 'Searches these panels rest on.' }),
    cached: Type.Integer({ description: 'Those of them that were not run for this call.' }),
    elapsedMs: Type.Number(),
  }),
);
export type RefreshEnd = Static<typeof RefreshEnd>;

export const DashboardData = Type.Object(
  {
    ...RefreshStart.properties,
    ...RefreshEnd.properties,
    panels: Type.Record(Type.String(), PanelAnswer),
    variables: Type.Record(Type.String(), VariableAnswer),
    annotations: Type.Array(AnnotationAnswer),
  },
  { title: 'DashboardData' },
);
export type DashboardData = Static<typeof DashboardData>;

const time = '2026-11-15T08:30:00.000Z';
const dayBefore = '2026-11-14T08:30:00.000Z';

export const askDashboard = {
  method: 'POST',
  url: '/api/v1/dashboards/:id/data',
  config: {
    permission: 'dashboards:read',
    // Counted by the handler: one hit for all panels, none when all of them are known.
    rate: 'search',
    isCountedByHandler: true,
    body: 'definition',
  },
  schema: {
    tags: ['Dashboards'],
    summary: 'Show the panels of a dashboard',
    description:
      'All panels see the same `now`, equal queries run once, and the whole call is one search against the limit; ' +
      'none when everything is known already. With `Accept: text/event-stream` each panel comes as soon as it is ' +
      'there: `event: start`, then `variables`, `annotations` and `panel`, and `done` at the end. The id `new` ' +
      'stands for a `definition` that was never saved.',
    params: DashboardParams,
    headers: Type.Object({
      accept: Type.Optional(
        Type.String({ description: '`text/event-stream` for a stream; anything else means JSON.' }),
      ),
    }),
    body: DashboardAsk,
    response: { 200: dataOf(DashboardData) },
  },
  docs: {
    errors: ['QUERY_SYNTAX_ERROR', 'STORAGE_UNAVAILABLE'],
    stream: {
      start: { when: 'First.', data: RefreshStart },
      variables: {
        when: 'For each variable, once its values are known.',
        data: Type.Object({ name: Type.String(), ...VariableAnswer.properties }),
      },
      annotations: { when: 'For each kind of mark.', data: AnnotationAnswer },
      panel: {
        when: 'For each panel, as soon as it is there.',
        data: Type.Intersect([Type.Object({ id: Type.String() }), PanelAnswer]),
      },
      done: { when: 'Last.', data: RefreshEnd },
    },
    example: {
      params: { id: 'dsh_2Vd9pLrKq7TzXmBcE4HwNa' },
      body: {
        earliest: '-24h',
        timeZone: 'Europe/Berlin',
        variables: { region: ['eu-1'] },
        panels: ['failed'],
      },
      answer: {
        data: {
          version: 7,
          now: time,
          from: dayBefore,
          to: time,
          timeZone: 'Europe/Berlin',
          freshSeconds: 60,
          statements: 2,
          cached: 0,
          elapsedMs: 12.5,
          panels: {
            failed: {
              tag: 'a1b2c3d4e5f60718',
              columns: [{ name: 'failed', type: 'number' }],
              rows: [{ failed: 12 }],
              from: dayBefore,
              to: time,
              comparison: { value: 9, from: '2026-11-13T08:30:00.000Z', to: dayBefore },
              computedAt: time,
              stale: false,
              limits_applied: [],
              cost: { scannedRows: 2048, scannedBytes: 1_048_576, elapsedMs: 4.2, sharedBy: 1 },
            },
          },
          variables: {
            region: {
              values: ['eu-1'],
              options: [{ value: 'eu-1', label: 'eu-1' }],
              isCut: false,
            },
          },
          annotations: [],
        },
      },
    },
  },
} as const satisfies Endpoint;
