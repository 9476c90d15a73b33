import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LabelledValue, Metrics } from '../base/metrics.ts';

/** The metrics of this process, and their text for Prometheus. */
export interface ProcessMetrics extends Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Counts in a registry of its own; memory, garbage collection and event-loop delay are in every text too. */
export function createMetrics(): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  let isWatching = false;
  return {
    contentType: registry.contentType,
    text() {
      // Measuring the delay wakes the process a hundred times a second, so it begins when somebody reads it.
      if (!isWatching) collectDefaultMetrics({ register: registry });
      isWatching = true;
      return registry.metrics();
    },
    counter: (name, help, labels = []) => {
      const counter = new Counter({ name, help, labelNames: labels, registers });
      return { add: (value, values) => counter.inc(values ?? {}, value) };
    },
    gauge: (name, help, read, labels = []) => {
      // The registry keeps it, and asks it for its value.
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        collect() {
          // Values whose labels are gone must not stay.
          this.reset();
          for (const { value, labels: values } of readings(read())) this.set(values, value);
        },
      });
    },
    histogram: (name, help, buckets, labels = []) => {
      const histogram = new Histogram({
        name,
        help,
        labelNames: labels,
        buckets: [...buckets],
        registers,
      });
      return { observe: (value, values) => histogram.observe(values ?? {}, value) };
    },
  };
}

function readings(read: number | readonly LabelledValue[]): readonly LabelledValue[] {
  return typeof read === 'number' ? [{ value: read, labels: {} }] : read;
}
