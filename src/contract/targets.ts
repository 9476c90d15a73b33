/** What the product aims at, and what this installation has measured. */
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { described, dataOf, named } from './schema.ts';

export const TARGET_IDS = [
  'uptime',
  'ingest_latency',
  'query_latency',
  'recovery_point',
  'recovery_time',
  'alert_latency',
] as const;
export type TargetId = (typeof TARGET_IDS)[number];

const TIME = Type.String({ format: 'date-time' });

export const ReliabilityTarget = named(
  'ReliabilityTarget',
  Type.Object({
    id: Type.Enum([...TARGET_IDS]),
    unit: Type.Enum(['ratio', 'ms'], { description: 'Unit of both values.' }),
    promise: Type.Object(
      {
        comparison: Type.Enum(['at_least', 'under'], {
          description: 'How the measured value must compare with the target value.',
        }),
        value: Type.Number({ description: 'Target value, in the unit of the target.' }),
      },
      { description: 'The target.' },
    ),
    state: Type.Enum(['met', 'missed', 'no_data'], {
      description: '`no_data`: too few measurements.',
    }),
    measured: Type.Union(
      [
        Type.Object({
          value: Type.Number({
            description:
              'Latencies: the upper bound of the histogram bucket, so never understated.',
          }),
          isMore: Type.Boolean({ description: 'The real value is above `value`.' }),
          samples: Type.Union([Type.Integer(), Type.Null()], {
            description: 'Number of measured requests, searches or alerts.',
          }),
          from: Type.Union([TIME, Type.Null()], { description: 'Start of the window.' }),
          to: described(TIME, 'End of the window, exclusive.'),
          nodes: Type.Union([Type.Integer(), Type.Null()], {
            description: 'Nodes whose measurements are included. Null: not measured by nodes.',
          }),
        }),
        Type.Null(),
      ],
      { description: 'Null: no measurements.' },
    ),
    basis: Type.String({ description: 'What was measured, and where.' }),
    advice: Type.Union([Type.String(), Type.Null()], {
      description: 'What to do if it can’t be measured yet.',
    }),
  }),
);
export type ReliabilityTarget = Static<typeof ReliabilityTarget>;

export const ReliabilityTargets = named(
  'ReliabilityTargets',
  Type.Object({
    measuredAt: Type.String({ format: 'date-time', description: 'Time of the report.' }),
    targets: Type.Array(ReliabilityTarget, { description: 'All targets, in a fixed order.' }),
  }),
);
export type ReliabilityTargets = Static<typeof ReliabilityTargets>;

export const getReliabilityTargets = {
  method: 'GET',
  url: '/api/v1/operator/targets',
  config: { permission: 'installation', rate: 'management', body: 'none' },
  schema: {
    tags: ['Installation'],
    summary: 'Compare reliability targets with measurements',
    description:
      'Uptime, ingest latency, query latency, backup RPO and RTO, and alert latency: the target and the measured value, with its window and basis. Latencies are measured by the nodes since they started, up to 24 hours back, and added up over all nodes that report. For operators.',
    response: { 200: dataOf(ReliabilityTargets) },
  },
  docs: {
    example: {
      answer: {
        data: {
          measuredAt: '2026-11-16T09:30:00.000Z',
          targets: [
            {
              id: 'ingest_latency',
              unit: 'ms',
              promise: { comparison: 'under', value: 3_000 },
              state: 'met',
              measured: {
                value: 500,
                isMore: false,
                samples: 81_204,
                from: '2026-11-15T09:30:00.000Z',
                to: '2026-11-16T09:30:00.000Z',
                nodes: 2,
              },
              basis:
                'The 99th percentile of the time from accepting a request until its events are searchable.',
              advice: null,
            },
          ],
        },
      },
    },
  },
} as const satisfies Endpoint;
