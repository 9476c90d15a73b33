/** What the panels of a dashboard show: all of them in one call, about one moment. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { DashboardDefinition } from './dashboard-definition.ts';
import { ElementId, keepable, TimeText } from './dashboard-panels.ts';
import { DashboardParams } from './dashboards.ts';
import type { Endpoint } from './endpoint.ts';
import {
  AppliedLimit,
  dataOf,
  described,
  fields,
  named,
  ScannedBytes,
  ScannedRows,
  TimeZone,
  Warnings,
} from './schema.ts';

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
      description: 'Selected values, by variable. An empty list selects all.',
    },
  ),
);
export type ChosenVariables = Static<typeof ChosenVariables>;

export const DashboardAsk = named(
  'DashboardAsk',
  fields({
    earliest: Type.Optional(
      described(TimeText, 'Start of the time range. Default: the one of the dashboard.'),
    ),
    latest: Type.Optional(
      described(TimeText, 'End of the time range, exclusive. Default: the one of the dashboard.'),
    ),
    timeZone: Type.Optional(TimeZone),
    variables: Type.Optional(ChosenVariables),
    panels: Type.Optional(
      Type.Array(ElementId, {
        maxItems: limits.panelsMax,
        uniqueItems: true,
        description:
          'Panels to run, in this order. Default: all except those in collapsed sections.',
      }),
    ),
    have: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z0-9]{1,16}$' }), Type.String({ maxLength: 64 }), {
        maxProperties: limits.panelsMax,
        description:
          'The `tag` of each panel you already have. Unchanged panels are not sent again.',
      }),
    ),
    /** What is not saved yet. */
    definition: Type.Optional(DashboardDefinition),
  }),
);
export type DashboardAsk = Static<typeof DashboardAsk>;

const Column = Type.Object({ name: Type.String(), type: Type.String() });
const Row = Type.Object({}, { additionalProperties: true });
const Failure = Type.Object({
  code: Type.String(),
  error: Type.String(),
  details: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({ description: 'Where in the input, as a dotted path.' }),
        message: Type.String(),
        position: Type.Optional(Type.Integer({ description: 'Offset in the query, from 0.' })),
      }),
      { description: 'Problems in the query, with positions.' },
    ),
  ),
});
export type PanelFailure = Static<typeof Failure>;

const Shown = Type.Object({
  tag: Type.String({ description: 'Identifies this result. Send it in `have`.' }),
  columns: Type.Array(Column, { description: 'Columns of `rows`, in order.' }),
  rows: Type.Array(Row),
  from: Type.String({ description: 'Start of the time range of this panel.' }),
  to: Type.String({ description: 'End of the time range of this panel, exclusive.' }),
  sparkline: Type.Optional(
    Type.Object(
      { columns: Type.Array(Column), rows: Type.Array(Row) },
      { description: 'Value panels: the value over time.' },
    ),
  ),
  comparison: Type.Optional(
    Type.Object(
      {
        value: Type.Union([Type.Number(), Type.Null()], {
          description: 'Null: no data in that range, or no baseline.',
        }),
        baseline: Type.Optional(
          Type.Enum(['complete', 'partial', 'none'], {
            description: 'Whether the compared range has data. `none`: nothing is compared.',
          }),
        ),
        reason: Type.Optional(Type.String({ description: 'Why the baseline is not `complete`.' })),
        from: Type.String({ description: 'Start of the compared range.' }),
        to: Type.String({ description: 'End of the compared range, exclusive.' }),
      },
      { description: 'Value panels: the value in the compared range.' },
    ),
  ),
  computedAt: Type.String({ description: 'When the search ran.' }),
  stale: Type.Boolean({ description: 'Stale: not refreshed because the rate limit is exhausted.' }),
  limits_applied: Type.Array(AppliedLimit, { description: 'Limits that cut the result.' }),
  warnings: Type.Optional(Warnings),
  cost: Type.Optional(
    Type.Object(
      {
        scannedRows: ScannedRows,
        scannedBytes: ScannedBytes,
        elapsedMs: Type.Number({ description: 'Duration in milliseconds.' }),
        sharedBy: Type.Integer({
          description: 'Number of panels that use this search.',
        }),
      },
      { description: 'What the search cost.' },
    ),
  ),
});
export type ShownPanel = Static<typeof Shown>;

/** What is shown, that it is still the same, or why there is nothing. */
export const PanelAnswer = named(
  'PanelAnswer',
  Type.Union([
    Shown,
    Type.Object({
      unchanged: Type.Literal(true, {
        description: 'Unchanged since the `tag` you sent.',
      }),
      stale: Type.Boolean({
        description: 'Stale: not refreshed because the rate limit is exhausted.',
      }),
    }),
    Type.Object({ error: Failure }),
  ]),
);
export type PanelAnswer = Static<typeof PanelAnswer>;

export const VariableAnswer = named(
  'VariableAnswer',
  Type.Object({
    values: Type.Array(Type.String(), { description: 'Values that the panels use.' }),
    options: Type.Array(Type.Object({ value: Type.String(), label: Type.String() }), {
      description: 'Values to choose from.',
    }),
    isCut: Type.Boolean({ description: 'There are more options than these.' }),
    error: Type.Optional(Failure),
  }),
);
export type VariableAnswer = Static<typeof VariableAnswer>;

export const AnnotationAnswer = named(
  'AnnotationAnswer',
  Type.Object({
    name: Type.String({ description: 'Name of the annotation.' }),
    color: Type.Integer({ description: 'Index into the color palette.' }),
    isGrouped: Type.Boolean({
      description:
        'Whether annotations are grouped, one per time bucket, because there are too many to show.',
    }),
    marks: Type.Array(
      Type.Object({
        time: Type.String({ description: 'Start of the mark.' }),
        end: Type.Union([Type.String(), Type.Null()], {
          description: 'End of the mark. Null: a point in time.',
        }),
        text: Type.String(),
        level: Type.String(),
        count: Type.Integer({ description: 'Number of events in the mark.' }),
      }),
      { description: 'Marks in the charts, oldest first.' },
    ),
    error: Type.Optional(Failure),
  }),
);
export type AnnotationAnswer = Static<typeof AnnotationAnswer>;

/** `event: start` of a stream. */
export const RefreshStart = named(
  'RefreshStart',
  Type.Object({
    version: Type.Integer({ description: '0 for an unsaved definition.' }),
    now: Type.String({ description: 'Reference time of all panels.' }),
    from: Type.String({ description: 'Start of the time range.' }),
    to: Type.String({ description: 'End of the time range, exclusive.' }),
    timeZone: Type.String(),
    freshSeconds: Type.Integer({ description: 'Seconds until newer data is available.' }),
    statements: Type.Integer({ description: 'Number of searches that this refresh runs.' }),
  }),
);
export type RefreshStart = Static<typeof RefreshStart>;

/** `event: done` of a stream. */
export const RefreshEnd = named(
  'RefreshEnd',
  Type.Object({
    statements: Type.Integer({ description: 'Number of searches for these panels.' }),
    cached: Type.Integer({ description: 'Searches answered from the cache.' }),
    elapsedMs: Type.Number({ description: 'Duration of the refresh in milliseconds.' }),
  }),
);
export type RefreshEnd = Static<typeof RefreshEnd>;

export const DashboardData = Type.Object(
  {
    ...RefreshStart.properties,
    ...RefreshEnd.properties,
    panels: Type.Record(Type.String(), PanelAnswer, { description: 'Results by panel ID.' }),
    variables: Type.Record(Type.String(), VariableAnswer, {
      description: 'Values and options by variable name.',
    }),
    annotations: Type.Array(AnnotationAnswer, { description: 'Annotations with their marks.' }),
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
    summary: 'Run the panels of a dashboard',
    description:
      'All panels use the same `now`, and identical queries run once. The call counts as one search, or as none if all results are cached. With `Accept: text/event-stream`, panels arrive as they finish: `event: start`, then `variables`, `annotations` and `panel`, and `done` at the end. Use the ID `new` for a `definition` that is not saved.',
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
        when: 'One per variable, as soon as its values are known.',
        data: Type.Object({ name: Type.String(), ...VariableAnswer.properties }),
      },
      annotations: { when: 'One per annotation.', data: AnnotationAnswer },
      panel: {
        when: 'One per panel, as soon as it finishes.',
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
