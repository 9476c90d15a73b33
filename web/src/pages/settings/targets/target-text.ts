/** Describes a reliability target: the target, the measured value and the window. */
import type { ReliabilityTarget, TargetId } from '../../../../../src/contract/targets.ts';
import { countOf } from '../../../parts/sizes.ts';
import type { Tone } from '../../../parts/tag.tsx';

export const TARGET_NAMES: Readonly<Record<TargetId, string>> = {
  uptime: 'Uptime',
  ingest_latency: 'Ingest latency p99',
  query_latency: 'Query latency p95',
  recovery_point: 'Backup RPO',
  recovery_time: 'Backup RTO',
  alert_latency: 'Alert latency',
};

export const TARGET_STATES: Readonly<
  Record<ReliabilityTarget['state'], { readonly label: string; readonly tone: Tone }>
> = {
  met: { label: 'Met', tone: 'success' },
  missed: { label: 'Missed', tone: 'danger' },
  no_data: { label: 'No data', tone: 'quiet' },
};

export function promiseText({ promise, unit }: ReliabilityTarget): string {
  const word = promise.comparison === 'at_least' ? 'at least' : 'under';
  return `${word} ${valueText(promise.value, unit)}`;
}

/** Undefined when nothing was measured. */
export function measuredText({ id, measured, unit }: ReliabilityTarget): string | undefined {
  if (measured === null) return undefined;
  const value = valueText(measured.value, unit);
  if (measured.isMore) return `over ${value}`;
  // The upper end of a bucket.
  return id.endsWith('_latency') ? `at most ${value}` : value;
}

const SAMPLES: Readonly<Partial<Record<TargetId, string>>> = {
  uptime: 'minute',
  ingest_latency: 'request',
  query_latency: 'search',
  alert_latency: 'alert',
};

/** How much was measured, and by whom. */
export function samplesText({ id, measured }: ReliabilityTarget): string | undefined {
  const noun = SAMPLES[id];
  const { samples, nodes } = measured ?? { samples: null, nodes: null };
  if (samples === null || noun === undefined) return undefined;
  const count = samples === 1 || noun !== 'search' ? countOf(samples, noun) : searches(samples);
  return nodes === null ? count : `${count} on ${countOf(nodes, 'node')}`;
}

function searches(count: number): string {
  return `${countOf(count, 'search').replace(/s$/, '')}es`;
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** Shares are never rounded up, lengths of time never down: nothing looks better than it is. */
function valueText(value: number, unit: ReliabilityTarget['unit']): string {
  if (unit === 'ratio') return `${Math.floor(value * 100_000 + 1e-6) / 1_000}%`;
  for (const [size, name] of UNITS) {
    if (value >= size) return `${Math.ceil((value / size) * 100 - 1e-6) / 100} ${name}`;
  }
  return `${Math.ceil(value)} ms`;
}
