/** Describes in words what a KPI measures. */
import type { Measure } from '../../../../../src/contract/kpi-settings.ts';
import type { AggregateFunction } from '../../../../../src/spec/services.ts';

export const FUNCTION_WORDS: Readonly<Record<AggregateFunction, string>> = {
  count: 'event count',
  rate: 'events per second',
  age: 'age of the last event',
  sum: 'sum',
  avg: 'average',
  min: 'smallest',
  max: 'largest',
  median: 'median',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
  dc: 'unique values',
};

export function measureWords(measure: Measure): string {
  switch (measure.kind) {
    case 'ratio':
      return `ratio of events matching ${measure.bad}`;
    case 'aggregate': {
      const { field = null, where = null } = measure;
      const of = field === null ? '' : ` of ${field}`;
      const narrowed = where === null ? '' : `, events matching ${where}`;
      return `${FUNCTION_WORDS[measure.function]}${of}${narrowed}`;
    }
    case 'query':
      return measure.query;
  }
}

export const EVERY_WORDS: Readonly<Record<number, string>> = {
  60: 'every minute',
  300: 'every 5 minutes',
  900: 'every 15 minutes',
  3600: 'every hour',
};
