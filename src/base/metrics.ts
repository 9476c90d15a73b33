/** What engines and rooms report about themselves; `/metrics` shows it. Names are the caller's, in Prometheus style. */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  gauge(
    name: string,
    help: string,
    read: () => number | readonly LabelledValue[],
    labels?: readonly string[],
  ): void;
  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly string[],
  ): Histogram;
}

export interface LabelledValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string>>;
}

export interface Counter {
  add(value: number, labels?: Readonly<Record<string, string>>): void;
}

export interface Histogram {
  observe(value: number, labels?: Readonly<Record<string, string>>): void;
}

/** Forgets everything; for tests and tools. */
export const silentMetrics: Metrics = {
  counter: () => ({ add: () => {} }),
  gauge: () => {},
  histogram: () => ({ observe: () => {} }),
};
