/** What a KPI measures, in words. */
import type { Measure } from '../../../../../src/contract/kpi-settings.ts';
import type { AggregateFunction } from '../../../../../src/spec/services.ts';

export const FUNCTION_WORDS: Readonly<Record<AggregateFunction, string>> = {
  count: 'number of events',
  rate: 'events a second',
  age: 'age of the last event',
  sum: 'sum',
  avg: 'average',
  min: 'smallest',
  max: 'largest',
  median: 'median',
  p90: '90th percentile',
  p95: '95th percentile',
  p99: '99th percentile',
  dc: 'number of different values',
};

export function measureWords(measure: Measure): string {
  switch (measure.kind) {
    case 'ratio':
      return `share of events with ${measure.bad}`;
    case 'aggregate': {
      const { field = null, where = null } = measure;
      const of = field === null ? '' : ` of ${field}`;
      const narrowed = where === null ? '' : `, of events with ${where}`;
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
