/** What an organization keeps of its checks, if it wants to. */
import { type Static, Type } from 'typebox';
import { FINDING_STATUSES } from '../spec/evaluation.ts';
import { LIMITS } from '../spec/limits.ts';
import { DAY_MS } from '../spec/units.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, described, fields, named, PAGE_QUERY, pageOf } from './schema.ts';

const { checks } = LIMITS;
const TAGS = ['Checks'];
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

const Status = Type.Union([Type.Enum(Object.keys(FINDING_STATUSES)), Type.Null()], {
  description: 'Result for the item.',
});
const Outcomes = Type.Array(
  Type.Object({
    item: Type.String({
      description: 'ID of the expected item; `f1`, `f2`, … in generic_verdict mode.',
    }),
    status: Status,
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

const CheckTrend = named(
  'CheckTrend',
  Type.Object({
    runs: Type.Array(
      Type.Object({
        id: Type.String(),
        at: Type.String({ description: 'Time of the run.' }),
        version: Type.Integer({ description: 'Version of the check.' }),
      }),
      { description: 'Runs of the history, oldest first.' },
    ),
    items: Type.Array(
      Type.Object({
        item: Type.String({ description: 'ID of the expected item.' }),
        statuses: Type.Array(described(Status, 'Null: the run has no result for the item.'), {
          description: 'Result in each of `runs`, in the same order.',
        }),
        passed: Type.Integer({ description: 'Runs in which the item passed.' }),
        failed: Type.Integer({ description: 'Runs in which the item failed.' }),
        changes: Type.Integer({
          description: 'How often the result differs from that of the run before.',
        }),
      }),
      {
        maxItems: LIMITS.evaluation.findingsMax,
        description: 'Items of the newest run first, then those that only older runs have.',
      },
    ),
  }),
);
export type CheckTrend = Static<typeof CheckTrend>;

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

export const readCheckTrend = {
  method: 'GET',
  url: '/api/v1/checks/:id/trend',
  config: { permission: 'checks:read', rate: 'management', body: 'none' },
  schema: {
    tags: TAGS,
    summary: 'Get the trend of a check',
    description: 'Results of each item over the latest runs. Empty if the history is off.',
    params: Id,
    querystring: fields({
      runs: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: LIMITS.http.pageRowsMax,
          default: LIMITS.http.pageRowsDefault,
          description: 'Number of runs, counted from the newest.',
        }),
      ),
    }),
    response: { 200: dataOf(CheckTrend) },
  },
  docs: {
    example: {
      params: { id: 'chk_2Vd9pLrKq7TzXmBcE4HwNa' },
      query: { runs: '2' },
      answer: {
        data: {
          runs: [
            { id: 'chr_5Hn8cJwRt2GdSqXeB6MvYu', at: '2026-11-15T09:00:00.000Z', version: 1 },
            { id: 'chr_7Kp2vTbXm4RsWnQzD9HgLc', at: '2026-11-16T09:00:00.000Z', version: 1 },
          ],
          items: [
            {
              item: 'migrated',
              statuses: ['passed', 'failed'],
              passed: 1,
              failed: 1,
              changes: 1,
            },
          ],
        },
      },
    },
  },
} as const satisfies Endpoint;
