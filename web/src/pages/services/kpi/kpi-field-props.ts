import type { KpiForm } from '../logic/kpi-draft.ts';

/** What every part of the form works on. */
export interface KpiFieldProps {
  readonly form: KpiForm;
  /** Server error for a field. */
  readonly problemOf: (path: string) => string | undefined;
  readonly onChange: (form: KpiForm) => void;
}

/** Those that show their own problems. */
export const KPI_FIELDS = [
  'name',
  'measure',
  'unit',
  'better',
  'warning',
  'critical',
  'everySeconds',
  'delaySeconds',
  'minimumEvents',
  'emptyMeans',
  'importance',
  'decisive',
  'slo',
] as const;
