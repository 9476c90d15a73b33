import type { Kpi } from '../../../../../src/contract/kpis.ts';
import type { KpiState } from '../../../../../src/spec/services.ts';

const WORST: readonly KpiState[] = [
  'critical',
  'warning',
  'not_measured',
  'no_data',
  'too_few',
  'ok',
];

type Sorted = Pick<Kpi, 'state' | 'importance' | 'isEnabled' | 'name'>;

/** Sorts worst first, then most important; disabled KPIs come last. */
export function sortKpis<K extends Sorted>(kpis: readonly K[]): K[] {
  return kpis.toSorted(
    (a, b) =>
      Number(b.isEnabled) - Number(a.isEnabled) ||
      WORST.indexOf(a.state) - WORST.indexOf(b.state) ||
      b.importance - a.importance ||
      (a.name < b.name ? -1 : 1),
  );
}
