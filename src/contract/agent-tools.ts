/**
 * The tools that agents call through `POST /mcp`: names, words and inputs. They are constants, since whoever could change the
 * description of a tool could give instructions to every agent; a golden file holds them.
 */
import { type Static, type TSchema, Type } from 'typebox';
import { INCIDENT_STATUSES, SEVERITIES } from '../spec/alerts.ts';
import { EVALUATION_MODES } from '../spec/evaluation.ts';
import { LIMITS } from '../spec/limits.ts';
import type { Permission, TokenScope } from '../spec/roles.ts';
import { fields } from './schema.ts';

const { agents } = LIMITS;
const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) });
const count = (minimum: number, maximum: number, fallback: number, description?: string) =>
  Type.Optional(
    Type.Integer({
      minimum,
      maximum,
      default: fallback,
      ...(description === undefined ? {} : { description }),
    }),
  );

const Query = text(agents.queryCharactersMax, 'e.g. index=web level=error timeout');
const Id = text(64);
const Words = Type.Optional(text(200, 'Part of the name'));
const RANGE = {
  earliest: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      default: '-1h',
      description: '-1h, -2d@d or ISO 8601',
    }),
  ),
  latest: Type.Optional(Type.String({ minLength: 1, maxLength: 64, default: 'now' })),
};
const BUDGET = {
  maxTokens: count(agents.tokensMin, agents.tokensMax, agents.tokensDefault),
  format: Type.Optional(Type.Enum(['text', 'json'], { default: 'text' })),
};
const lineCharacters = count(
  agents.lineCharactersMin,
  agents.lineCharactersMax,
  agents.lineCharactersDefault,
);

interface Definition {
  readonly title: string;
  readonly description: string;
  readonly input: TSchema;
  /** What the caller needs, beside using tools at all. */
  readonly permissions: readonly Permission[];
  /** The scope of an access token that permits it. */
  readonly scope: TokenScope;
  readonly isWrite?: true;
}

export const AGENT_TOOLS = {
  describe: {
    title: 'Describe the logs',
    description: 'Indexes, common fields and the permissions of this credential. Call it first.',
    input: fields({ index: Type.Optional(text(64)), ...BUDGET }),
    permissions: ['indexes:read', 'logs:read'],
    scope: 'agent:read',
  },
  language_help: {
    title: 'Query language help',
    description: 'Syntax of the query language: overview, or the page of a command such as stats.',
    input: fields({ topic: Type.Optional(text(64)) }),
    permissions: [],
    scope: 'agent:read',
  },
  logs_search: {
    title: 'Search events',
    description:
      'Events, newest first, or the table of a reporting query (… | stats count by host). Count or list patterns before reading events.',
    input: fields({
      query: Query,
      ...RANGE,
      limit: count(1, agents.rowsMax, agents.rowsDefault),
      fields: Type.Optional(
        Type.Array(text(256), { maxItems: agents.cellsMax, description: 'Columns to show' }),
      ),
      cursor: Type.Optional(text(2_000, 'Of the previous page')),
      lineCharacters,
      ...BUDGET,
    }),
    permissions: ['logs:read'],
    scope: 'agent:read',
  },
  logs_count: {
    title: 'Count events',
    description:
      'Exact counts over time, and by up to two fields. Use it for trends, never a sample.',
    input: fields({
      query: Query,
      ...RANGE,
      by: Type.Optional(Type.Array(text(256), { maxItems: 2 })),
      buckets: count(0, agents.bucketsMax, agents.bucketsDefault, '0: no time buckets'),
      ...BUDGET,
    }),
    permissions: ['logs:read'],
    scope: 'agent:read',
  },
  logs_fields: {
    title: 'List fields',
    description: 'Fields of matching events with their top values, or the values of one field.',
    input: fields({ query: Query, ...RANGE, field: Type.Optional(text(256)), ...BUDGET }),
    permissions: ['logs:read'],
    scope: 'agent:read',
  },
  logs_patterns: {
    title: 'List patterns',
    description: 'Groups similar events into templates with counts, new ones first.',
    input: fields({
      query: Query,
      ...RANGE,
      limit: count(1, agents.patternsMax, agents.patternsDefault),
      ...BUDGET,
    }),
    permissions: ['logs:read'],
    scope: 'agent:read',
  },
  logs_event: {
    title: 'Read an event',
    description: 'One event with all its fields, and the surrounding events of the same source.',
    input: fields({
      id: Id,
      before: count(0, agents.neighboursMax, 0),
      after: count(0, agents.neighboursMax, 0),
      ...BUDGET,
    }),
    permissions: ['logs:read'],
    scope: 'agent:read',
  },
  evaluate: {
    title: 'Evaluate events',
    description:
      'Evaluates up to 10,000 events on the server against criteria. Findings quote lines that the server has verified. Uses AI credits; preview costs nothing.',
    input: fields({
      query: Query,
      ...RANGE,
      criteria: text(agents.criteriaCharactersMax, 'What to evaluate, in plain language'),
      expectedItems: Type.Optional(
        Type.Array(fields({ id: text(100), description: text(1_000) }), {
          maxItems: agents.expectedItemsMax,
        }),
      ),
      mode: Type.Optional(Type.Enum([...EVALUATION_MODES])),
      model: Type.Optional(text(100)),
      maxCredits: Type.Optional(
        Type.Number({ minimum: 0, maximum: agents.creditsMax, default: agents.creditsDefault }),
      ),
      preview: Type.Optional(Type.Boolean({ default: false })),
      ...BUDGET,
    }),
    permissions: ['evaluations:run', 'logs:read'],
    scope: 'evaluations:run',
  },
  alerts_list: {
    title: 'List incidents',
    description: 'Incidents of alert rules, newest first.',
    input: fields({
      status: Type.Optional(Type.Enum([...INCIDENT_STATUSES])),
      severity: Type.Optional(Type.Enum([...SEVERITIES])),
      rule: Type.Optional(text(64, 'Id of a rule')),
      ...BUDGET,
    }),
    permissions: ['alerts:read'],
    scope: 'agent:read',
  },
  alert_get: {
    title: 'Read an incident',
    description: 'Condition, query with exact bounds, runbook and timeline of an incident.',
    input: fields({ id: Id, ...BUDGET }),
    permissions: ['alerts:read'],
    scope: 'agent:read',
  },
  services_list: {
    title: 'List services',
    description: 'Services with health scores, worst first.',
    input: fields(BUDGET),
    permissions: ['services:read'],
    scope: 'agent:read',
  },
  service_get: {
    title: 'Read a service',
    description: 'Score deductions of a service, likely causes, and its dependencies.',
    input: fields({ id: Id, ...BUDGET }),
    permissions: ['services:read'],
    scope: 'agent:read',
  },
  dashboards_list: {
    title: 'List dashboards',
    description: 'Dashboards with the number of their panels.',
    input: fields({ text: Words, ...BUDGET }),
    permissions: ['dashboards:read'],
    scope: 'agent:read',
  },
  dashboard_data: {
    title: 'Read a dashboard',
    description: 'The data of dashboard panels, as tables.',
    input: fields({
      id: Id,
      panels: Type.Optional(Type.Array(text(16), { maxItems: agents.panelsMax })),
      variables: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 500 }))),
      earliest: Type.Optional(text(64)),
      latest: Type.Optional(text(64)),
      ...BUDGET,
    }),
    permissions: ['dashboards:read', 'logs:read'],
    scope: 'agent:read',
  },
  saved_searches: {
    title: 'List saved searches',
    description: 'Saved queries of the organization.',
    input: fields({ text: Words, ...BUDGET }),
    permissions: ['saved-searches:read'],
    scope: 'agent:read',
  },
  alert_update: {
    title: 'Update an incident',
    description: 'Acknowledges or snoozes a firing incident, or adds a note to its timeline.',
    input: fields({
      id: Id,
      action: Type.Enum(['acknowledge', 'snooze', 'note']),
      seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: agents.snoozeSecondsMax })),
      note: Type.Optional(text(LIMITS.alerts.noteCharactersMax)),
      ...BUDGET,
    }),
    permissions: ['alerts:read', 'alerts:write'],
    scope: 'agent:write',
    isWrite: true,
  },
  saved_search_create: {
    title: 'Save a search',
    description: 'Saves a query for all members of the organization.',
    input: fields({ name: text(100), query: Query, ...BUDGET }),
    permissions: ['saved-searches:read', 'saved-searches:write'],
    scope: 'agent:write',
    isWrite: true,
  },
} as const satisfies Readonly<Record<string, Definition>>;

export type AgentToolName = keyof typeof AGENT_TOOLS;
export type AgentToolInput<Name extends AgentToolName> = Static<
  (typeof AGENT_TOOLS)[Name]['input']
>;
