/** The values behind an incident. */
import { type Static, Type } from 'typebox';
import { AlertTest } from './alert-tests.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf, fields } from './schema.ts';

const { series, ticks, sampled, problem } = AlertTest.properties;

export const AlertSeries = Type.Object(
  { series, ticks, sampled, problem },
  { title: 'AlertSeries' },
);
export type AlertSeries = Static<typeof AlertSeries>;

export const readAlertSeries = {
  method: 'GET',
  url: '/api/v1/alerts/:id/series',
  config: { permission: 'alerts:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Alerts'],
    summary: 'Get the values around an incident',
    description:
      'Recomputed from stored events with the current rule. Does not count against your search limit. Empty, with the reason in `problem`, if the rule was deleted, uses evaluation, or the incident is too old.',
    params: fields({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    response: { 200: dataOf(AlertSeries) },
  },
  docs: {
    errors: ['QUERY_TIMEOUT', 'QUERY_SLOTS_BUSY', 'QUERY_MEMORY_LIMIT', 'STORAGE_UNAVAILABLE'],
    example: {
      params: { id: 'inc_6Yb3tNvWq9KxRfLcM2JzHd' },
      answer: {
        data: { series: [['2026-11-15T10:12:21.000Z', 0]], ticks: 1, sampled: false },
      },
    },
  },
} as const satisfies Endpoint;
