/** What the status page says of this platform. */
import { Type, type Static } from 'typebox';
import { APP_STATUS } from '../spec/status.ts';
import type { Endpoint } from './endpoint.ts';
import { dataOf } from './schema.ts';

export const PlatformStatus = Type.Object({
  state: Type.Enum(APP_STATUS, {
    description:
      'Latest status from the status page. `unknown`: no data, or the page could not be read.',
  }),
  readAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the status page was last read. Null: not yet.',
  }),
});
export type PlatformStatus = Static<typeof PlatformStatus>;

export const getPlatformStatus = {
  method: 'GET',
  url: '/api/v1/platform-status',
  config: { permission: 'session', rate: 'management', body: 'none', isForConfined: true },
  schema: {
    tags: ['Platform'],
    summary: 'Get the platform status',
    description:
      'Xplain reads the status page (`XPLAIN_STATUS_URL`) once a minute and returns the latest result.',
    response: { 200: dataOf(PlatformStatus) },
  },
  docs: {
    example: { answer: { data: { state: 'operational', readAt: '2026-11-16T09:30:00.000Z' } } },
  },
} as const satisfies Endpoint;
