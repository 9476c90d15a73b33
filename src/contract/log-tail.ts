/** Events as they come in. */
import { Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { described, fields } from './schema.ts';

const Position = Type.String({
  maxLength: 64,
  description: 'ID of the last message you received. The stream resumes after it.',
});

export const tailLogs = {
  method: 'GET',
  url: '/api/v1/logs/tail',
  config: { permission: 'logs:read', rate: 'logs', body: 'none' },
  schema: {
    tags: ['Search'],
    summary: 'Tail events',
    description:
      'Server-sent events. Each message is an event as JSON with an ID. Send the last ID as ' +
      '`Last-Event-ID` to resume after it; browsers do so automatically. `event: dropped` has the number of ' +
      'events that were skipped because the connection is too slow. `event: end` has the reason why the server ' +
      `closes the connection. A connection lasts ${LIMITS.tail.connectionMsMax / 60_000} minutes at most. Events that are older ` +
      'than a day when they arrive are not shown.',
    querystring: fields({
      query: Type.Optional(
        Type.String({
          maxLength: LIMITS.query.textCharactersMax,
          description: 'A search without a time range and without commands after a pipe.',
        }),
      ),
      lastEventId: Type.Optional(Position),
    }),
    headers: Type.Object({
      'last-event-id': Type.Optional(
        described(Position, 'Same as `lastEventId`. Browsers send it when they reconnect.'),
      ),
    }),
    response: { 200: Type.String() },
  },
  docs: {
    produces: 'text/event-stream',
    stream: {
      message: {
        when: 'One per event. Send the ID of the message as `Last-Event-ID` to resume.',
        data: Type.Object(
          {},
          { additionalProperties: true, description: 'The fields of the event, as in a search.' },
        ),
      },
      dropped: {
        when: 'More events arrived than the connection can carry.',
        data: Type.Object({ count: Type.Integer({ description: 'Number of skipped events.' }) }),
      },
      end: {
        when: 'The server closes the connection.',
        data: Type.Object({ reason: Type.String({ description: 'Reason.' }) }),
      },
    },
    errors: ['QUERY_SYNTAX_ERROR', 'UNKNOWN_INDEX', 'QUERY_SLOTS_BUSY', 'STORAGE_UNAVAILABLE'],
    example: {
      query: { query: 'level=error' },
      answer:
        'retry: 2000\n\nid: 0a1b2c3d4e5f0001\ndata: {"_time":"2026-01-31T10:00:00.000Z","_id":"0a1b2c3d4e5f0001","_index":"main","event":"timeout after 30 s","level":"error","source":"app","service":"checkout"}\n\nevent: dropped\ndata: {"count":1200}\n\n',
    },
  },
} as const satisfies Endpoint;
