/** Form state of a KPI: every kind of measure and limit keeps its input while another kind is selected. */
import { kpiDefaults, SLO_DEFAULTS, usualUnit } from '../../../../../src/contract/kpi-form.ts';
import type {
  KpiChange,
  KpiDraft,
  KpiLimit,
  KpiSettings,
  Measure,
} from '../../../../../src/contract/kpi-settings.ts';
import type { Kpi } from '../../../../../src/contract/kpis.ts';
import {
  type AggregateFunction,
  FIELDLESS_FUNCTIONS,
  type MeasureKind,
} from '../../../../../src/spec/services.ts';

type Draft = Omit<KpiDraft, 'serviceId'>;
type Settings = Omit<KpiSettings, 'measure' | 'warning' | 'critical' | 'slo' | 'minimumEvents'>;

export interface LimitForm {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface KpiForm extends Settings {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly kind: MeasureKind;
  readonly bad: string;
  readonly function: AggregateFunction;
  readonly field: string;
  readonly where: string;
  readonly query: string;
  readonly warning: LimitForm;
  readonly critical: LimitForm;
  /** Null: the default of the measure. */
  readonly minimumEvents: number | null;
  readonly hasSlo: boolean;
  readonly slo: NonNullable<KpiSettings['slo']>;
}

const NO_LIMIT: LimitForm = { value: null, low: null, high: null };

export const EMPTY_KPI: KpiForm = {
  name: '',
  isEnabled: true,
  kind: 'ratio',
  bad: '',
  function: 'p95',
  field: '',
  where: '',
  query: '',
  ...kpiDefaults({ kind: 'ratio', bad: '' }),
  warning: NO_LIMIT,
  critical: NO_LIMIT,
  minimumEvents: null,
  hasSlo: false,
  slo: { target: 99.5, ...SLO_DEFAULTS },
};

/** From a KPI, or from a template. */
export function formOfKpi(draft: Draft | Kpi): KpiForm {
  const { measure, warning = null, critical = null, slo = null, ...rest } = draft;
  const { name, isEnabled, unit, better, everySeconds, delaySeconds } = rest;
  const { minimumEvents, emptyMeans, importance, decisive } = rest;
  return {
    name,
    ...fieldsOfMeasure(measure),
    isEnabled: isEnabled ?? EMPTY_KPI.isEnabled,
    unit: unit ?? usualUnit(measure),
    better: better ?? EMPTY_KPI.better,
    warning: formOfLimit(warning),
    critical: formOfLimit(critical),
    everySeconds: everySeconds ?? EMPTY_KPI.everySeconds,
    delaySeconds: delaySeconds ?? EMPTY_KPI.delaySeconds,
    minimumEvents: minimumEvents ?? null,
    emptyMeans: emptyMeans ?? EMPTY_KPI.emptyMeans,
    importance: importance ?? EMPTY_KPI.importance,
    decisive: decisive ?? EMPTY_KPI.decisive,
    hasSlo: slo !== null,
    slo: { ...EMPTY_KPI.slo, ...slo },
  };
}

function fieldsOfMeasure(
  measure: Measure,
): Pick<KpiForm, 'kind' | 'bad' | 'function' | 'field' | 'where' | 'query'> {
  const { bad, function: usual, field, where, query } = EMPTY_KPI;
  const empty = { kind: measure.kind, bad, function: usual, field, where, query };
  switch (measure.kind) {
    case 'ratio':
      return { ...empty, bad: measure.bad };
    case 'aggregate':
      return {
        ...empty,
        function: measure.function,
        field: measure.field ?? '',
        where: measure.where ?? '',
      };
    case 'query':
      return { ...empty, query: measure.query };
  }
}

function formOfLimit(limit: KpiLimit): LimitForm {
  if (!Array.isArray(limit)) return { ...NO_LIMIT, value: limit };
  const [low = null, high = null] = limit;
  return { ...NO_LIMIT, low, high };
}

export function measureOf(form: KpiForm): Measure {
  switch (form.kind) {
    case 'ratio':
      return { kind: 'ratio', bad: form.bad.trim() };
    case 'aggregate': {
      const field = form.field.trim();
      const where = form.where.trim();
      return {
        kind: 'aggregate',
        function: form.function,
        field: field === '' || FIELDLESS_FUNCTIONS.has(form.function) ? null : field,
        where: where === '' ? null : where,
      };
    }
    case 'query':
      return { kind: 'query', query: form.query.trim() };
  }
}

/** A pair of which one end is missing is no limit yet. */
export function limitOf({ value, low, high }: LimitForm, better: KpiForm['better']): KpiLimit {
  if (better !== 'range') return value;
  return low === null || high === null ? null : [low, high];
}

export function draftOfKpi(form: KpiForm): Draft {
  const { name, isEnabled, unit, better, everySeconds, delaySeconds, minimumEvents } = form;
  const { emptyMeans, importance, decisive, hasSlo, slo } = form;
  return {
    name: name.trim(),
    isEnabled,
    measure: measureOf(form),
    unit: unit.trim(),
    better,
    warning: limitOf(form.warning, better),
    critical: limitOf(form.critical, better),
    everySeconds,
    delaySeconds,
    ...(minimumEvents === null ? {} : { minimumEvents }),
    emptyMeans,
    importance,
    decisive,
    slo: hasSlo ? slo : null,
  };
}

/** Returns only the changed fields; undefined if nothing has changed. */
export function changeOfKpi(form: KpiForm, before: Kpi): KpiChange | undefined {
  const known = draftOfKpi(formOfKpi(before));
  const changed = Object.entries(draftOfKpi(form)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(known[key as keyof Draft]),
  );
  if (changed.length === 0) return undefined;
  return { ...Object.fromEntries(changed), version: before.version };
}

/** Why it cannot be measured yet; nothing where it can. */
export function whatIsMissing(form: KpiForm): string | undefined {
  switch (form.kind) {
    case 'ratio':
      return form.bad.trim() === '' ? 'Enter a filter for bad events to see values.' : undefined;
    case 'aggregate':
      return form.field.trim() === '' && !FIELDLESS_FUNCTIONS.has(form.function)
        ? 'Enter a field to see values.'
        : undefined;
    case 'query':
      return form.query.trim() === '' ? 'Enter a query to see values.' : undefined;
  }
}
