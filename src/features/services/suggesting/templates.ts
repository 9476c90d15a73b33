/** KPIs that fit most services, if their events contain the required data. */
import type { KpiDraft } from '../../../contract/kpi-settings.ts';
import type { KpiTemplateName } from '../../../spec/services.ts';

export type TemplateDraft = Omit<KpiDraft, 'serviceId'>;

/** Contents of a service's events in the last hour. */
export interface EventFacts {
  readonly events: number;
  readonly errors: number;
  /** The field that most of them have, undefined where none does. */
  readonly durationField: string | undefined;
  readonly saturationField: string | undefined;
  /** Events with words for exhausted capacity. */
  readonly saturated: number;
}

export interface FittingTemplate {
  readonly template: KpiTemplateName;
  readonly reason: string;
  readonly draft: TemplateDraft;
}

export const ERROR_SEARCH = 'level IN (error, critical, fatal, alert, emergency)';
export const SATURATION_SEARCH =
  '"queue full" OR "pool exhausted" OR "out of memory" OR "too many connections" OR "no space left" OR throttled OR overloaded';

/** The most telling first. */
export const DURATION_FIELDS: readonly string[] = [
  'duration_ms',
  'latency_ms',
  'elapsed_ms',
  'response_time_ms',
  'took_ms',
  'request_time_ms',
  'duration',
  'latency',
  'elapsed',
  'response_time',
  'took',
  'request_time',
  'duration_seconds',
];
export const SATURATION_FIELDS: readonly string[] = [
  'saturation',
  'utilization',
  'cpu_percent',
  'memory_percent',
  'disk_percent',
  'heap_used_percent',
  'queue_depth',
  'queue_size',
  'pool_used',
];

export function fittingTemplates(facts: EventFacts): FittingTemplate[] {
  const { events, errors, durationField } = facts;
  if (events === 0) return [];
  const share = Math.round((1_000 * errors) / events) / 10;
  const templates: FittingTemplate[] = [
    { template: 'errors', reason: `${share}% of events are errors.`, draft: ERRORS },
    {
      template: 'throughput',
      reason: events === 1 ? '1 event in the last hour.' : `${events} events in the last hour.`,
      draft: THROUGHPUT,
    },
  ];
  if (durationField !== undefined) {
    templates.push({
      template: 'latency',
      reason: `Events have a numeric field \`${durationField}\`.`,
      draft: latency(durationField),
    });
  }
  const saturation = saturationOf(facts);
  if (saturation !== undefined) templates.push(saturation);
  templates.push({
    template: 'freshness',
    reason: 'Events arrive regularly.',
    draft: FRESHNESS,
  });
  return templates;
}

const ERRORS: TemplateDraft = {
  name: 'Error rate',
  measure: { kind: 'ratio', bad: ERROR_SEARCH },
  unit: '%',
  better: 'lower',
  importance: 8,
};
const THROUGHPUT: TemplateDraft = {
  name: 'Throughput',
  measure: { kind: 'aggregate', function: 'rate', field: null, where: null },
  unit: '/s',
  better: 'higher',
  emptyMeans: 'zero',
  importance: 5,
};
const FRESHNESS: TemplateDraft = {
  name: 'Freshness',
  measure: { kind: 'aggregate', function: 'age', field: null, where: null },
  unit: 's',
  better: 'lower',
  importance: 3,
};

function latency(field: string): TemplateDraft {
  return {
    name: 'Latency (p95)',
    measure: { kind: 'aggregate', function: 'p95', field, where: null },
    unit: unitOf(field),
    better: 'lower',
    importance: 6,
  };
}

function unitOf(field: string): string {
  if (field.endsWith('_ms')) return 'ms';
  return field.endsWith('seconds') ? 's' : '';
}

function saturationOf({ saturationField, saturated }: EventFacts): FittingTemplate | undefined {
  const template = 'saturation';
  if (saturationField !== undefined) {
    const draft: TemplateDraft = {
      name: 'Saturation',
      measure: { kind: 'aggregate', function: 'max', field: saturationField, where: null },
      unit: saturationField.endsWith('percent') ? '%' : '',
      better: 'lower',
      minimumEvents: 1,
      importance: 5,
    };
    return { template, reason: `Events have a numeric field \`${saturationField}\`.`, draft };
  }
  if (saturated === 0) return undefined;
  const draft: TemplateDraft = {
    name: 'Saturation',
    measure: { kind: 'ratio', bad: SATURATION_SEARCH },
    unit: '%',
    better: 'lower',
    importance: 5,
  };
  const spoken = saturated === 1 ? '1 event mentions' : `${saturated} events mention`;
  return { template, reason: `${spoken} a full resource.`, draft };
}
