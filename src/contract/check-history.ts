/** What an organization keeps of its checks, if it wants to. */
import { type Static, Type } from 'typebox';
import { FINDING_STATUSES } from '../spec/evaluation.ts';
import { LIMITS } from '../spec/limits.ts';
import { DAY_MS } from '../spec/units.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields, named, PAGE_QUERY, pageOf } from './schema.ts';

const { checks } = LIMITS;
const TAGS = ['Checks'];
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

const Outcomes = Type.Array(
  Type.Object({
    item: Type.String({
      description: 'ID of the expected item; `f1`, `f2`, … in generic_verdict mode.',
    }),
    status: Type.Union([Type.Enum(Object.keys(FINDING_STATUSES)), Type.Null()], {
      description: 'Result for the item.',
    }),
    confidence: Type.Union([Type.Number(), Type.Null()], {
      description: 'Confidence of the model, from 0 to 1.',
    }),
    eventIds: Type.Array(Type.String(), {
      description: `IDs of the events that support it, up to ${checks.historyEventsMax}. Empty if the run sent its rows.`,
    }),
  }),
  { description: 'The result of each item.' },
);
export type CheckOutcomes = Static<typeof Outcomes>;

const KeptRun = named(
  'KeptCheckRun',
  Type.Object({
    id: Type.String(),
    at: Type.String({ description: 'Time of the run.' }),
    version: Type.Integer({ description: 'Version of the check.' }),
    outcomes: Outcomes,
  }),
);

const HISTORY_DAYS = checks.historyMsMax / DAY_MS;
const History = Type.Object({
  enabled: Type.Boolean({ description: 'Whether outcomes are kept. Default: false.' }),
});

export const readCheckHistory = {
  method: 'GET',
  url: '/api/v1/checks/history',
  config: { permission: 'checks:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get the history setting',
    description: 'Whether the organization keeps the outcomes of its checks.',
    response: { 200: dataOf(History) },
  },
  docs: { example: { answer: { data: { enabled: false } } } },
} as const satisfies Endpoint;

export const setCheckHistory = {
  method: 'PUT',
  url: '/api/v1/checks/history',
  config: { permission: 'organization:manage', rate: 'management', body: 'management' },
  schema: {
    tags: TAGS,
    summary: 'Turn the history on or off',
    description:
      `On: the outcomes of runs are kept for ${HISTORY_DAYS} days, up to ${checks.historyRunsMax} runs per check: item, status, confidence, event IDs, time, and version of the check. ` +
      'Rows, explanations and quotes are never kept. Off: all outcomes of the organization are deleted immediately.',
    body: fields({ enabled: Type.Boolean({ description: 'Whether outcomes are kept.' }) }),
    response: { 200: dataOf(History) },
  },
  docs: { example: { body: { enabled: true }, answer: { data: { enabled: true } } } },
} as const satisfies Endpoint;

export const listCheckRuns = {
  method: 'GET',
  url: '/api/v1/checks/:id/history',
  config: { permission: 'checks:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'List outcomes of a check',
    description: 'Newest first: the trend of each item. Empty if the history is off.',
    params: Id,
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(KeptRun) },
  },
  docs: {
    example: {
      params: { id: 'chk_2Vd9pLrKq7TzXmBcE4HwNa' },
      answer: {
        data: [
          {
            id: 'chr_5Hn8cJwRt2GdSqXeB6MvYu',
            at: '2026-11-15T09:00:00.000Z',
            version: 1,
            outcomes: [
              { item: 'migrated', status: 'passed', confidence: 0.93, eventIds: ['0198f2c4a1-1'] },
            ],
          },
        ],
        nextCursor: null,
      },
    },
  },
} as const satisfies Endpoint;
