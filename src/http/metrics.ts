import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LabelledValue, Metrics } from '../base/metrics.ts';

/** The metrics of this process, and their text for Prometheus. */
export interface ProcessMetrics extends Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  /** What a histogram has counted since the process started; undefined when there is none of this name. */
  readHistogram(
    name: string,
    labels?: Readonly<Record<string, string>>,
  ): Promise<HistogramCounts | undefined>;
}

export interface HistogramCounts {
  /** Upper ends of the buckets. */
  readonly bounds: readonly number[];
  /** How many fell into each, and last how many were larger than all. */
  readonly counts: readonly number[];
}

/** Creates metrics in a separate registry; every text also includes memory, garbage collection and event-loop delay. */
export function createMetrics(): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  const histograms = new Map<string, readonly number[]>();
  let isWatching = false;
  return {
    contentType: registry.contentType,
    text() {
      // Measuring the delay wakes the process a hundred times a second, so it starts with the first read.
      if (!isWatching) collectDefaultMetrics({ register: registry });
      isWatching = true;
      return registry.metrics();
    },
    async readHistogram(name, labels = {}) {
      const bounds = histograms.get(name);
      const told = await registry.getSingleMetric(name)?.get();
      if (bounds === undefined || told === undefined) return undefined;
      const wanted = Object.entries(labels);
      const upTo = (bound: number | string): number =>
        told.values
          .filter(({ labels: given }) => given['le'] === bound)
          .filter(({ labels: given }) => wanted.every(([label, value]) => given[label] === value))
          .reduce((sum, { value }) => sum + value, 0);
      // Buckets of Prometheus count everything below them.
      const ends = [...bounds.map(upTo), upTo('+Inf')];
      return { bounds, counts: ends.map((count, at) => count - (ends[at - 1] ?? 0)) };
    },
    counter: (name, help, labels = []) => {
      const counter = new Counter({ name, help, labelNames: labels, registers });
      return { add: (value, values) => counter.inc(values ?? {}, value) };
    },
    gauge: (name, help, read, labels = []) => {
      // The registry keeps the gauge and calls it for its value.
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        collect() {
          // Removes values whose labels no longer exist.
          this.reset();
          for (const { value, labels: values } of readings(read())) this.set(values, value);
        },
      });
    },
    histogram: (name, help, buckets, labels = []) => {
      histograms.set(name, buckets);
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
