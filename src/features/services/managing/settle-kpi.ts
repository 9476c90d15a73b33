/** Settings of a KPI: fills in defaults and rejects contradictions. */
import { invalid } from '../../../base/errors.ts';
import { kpiDefaults, SLO_DEFAULTS } from '../../../contract/kpi-form.ts';
import type {
  KpiChange,
  KpiDraft,
  KpiLimit,
  KpiSettings,
  Measure,
} from '../../../contract/kpi-settings.ts';
import { FIELDLESS_FUNCTIONS } from '../../../spec/services.ts';
import { checkCondition, readKpiQuery } from './check-searches.ts';

type Given = Omit<KpiChange, 'version' | 'name' | 'isEnabled'>;

export function settleDraft(draft: Pick<KpiDraft, 'measure'> & Given): KpiSettings {
  return settled({ ...draft });
}

/** A new measure keeps limits and objective, as long as they still fit it. */
export function settleChange(known: KpiSettings, change: Given): KpiSettings {
  return settled({ ...known, ...withoutUndefined(change) });
}

function withoutUndefined(change: Given): Given {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function settled(given: Pick<KpiDraft, 'measure'> & Given): KpiSettings {
  const measure = settleMeasure(given.measure);
  const usual = kpiDefaults(measure);
  const named = Object.entries(withoutUndefined(given)).filter(([key]) => key in usual);
  const { slo = null } = given;
  const settings: KpiSettings = {
    ...usual,
    ...Object.fromEntries(named),
    measure,
    slo: slo === null ? null : { ...SLO_DEFAULTS, ...slo },
  };
  checkLimits(settings);
  checkSlo(settings);
  return settings;
}

function settleMeasure(measure: Measure): Measure {
  switch (measure.kind) {
    case 'ratio':
      checkCondition('measure.bad', measure.bad);
      return measure;
    case 'aggregate': {
      const field = measure.field ?? null;
      const where = measure.where ?? null;
      if (field === null && !FIELDLESS_FUNCTIONS.has(measure.function)) {
        throw invalid('measure.field', `\`${measure.function}\` needs a field.`);
      }
      if (where !== null) checkCondition('measure.where', where);
      return { kind: 'aggregate', function: measure.function, field, where };
    }
    case 'query':
      readKpiQuery(measure.query);
      return measure;
  }
}

function checkLimits({ measure, better, warning, critical }: KpiSettings): void {
  for (const [path, limit] of Object.entries({ warning, critical })) {
    const isPair = Array.isArray(limit);
    if (limit !== null && isPair !== (better === 'range')) {
      const form = better === 'range' ? 'a pair, e.g. [10, 20]' : 'a number';
      throw invalid(path, `If ${better} is better, a threshold must be ${form}.`);
    }
    const [low, high] = pairOf(limit);
    if (low > high) throw invalid(path, 'The lower threshold must come first.');
    if (measure.kind === 'ratio' && [low, high].some((end) => end < 0 || end > 100)) {
      throw invalid(path, 'A ratio must be between 0 and 100%.');
    }
  }
  if (warning === null || critical === null) return;
  if (!isWithin(better, warning, critical)) {
    throw invalid('critical', 'The critical threshold must be beyond the warning threshold.');
  }
}

function isWithin(better: KpiSettings['better'], warning: KpiLimit, critical: KpiLimit): boolean {
  const [warningLow, warningHigh] = pairOf(warning);
  const [criticalLow, criticalHigh] = pairOf(critical);
  switch (better) {
    case 'lower':
      return warningHigh <= criticalHigh;
    case 'higher':
      return warningLow >= criticalLow;
    case 'range':
      return criticalLow <= warningLow && warningHigh <= criticalHigh;
  }
}

function pairOf(limit: KpiLimit): readonly [number, number] {
  if (limit === null) return [0, 0];
  if (!Array.isArray(limit)) return [limit, limit];
  const [low = 0, high = 0] = limit;
  return [low, high];
}

function checkSlo({ measure, slo, warning, critical }: KpiSettings): void {
  if (slo === null) return;
  if (slo.kind === 'occurrences' && measure.kind === 'aggregate') {
    throw invalid('slo.kind', "This measure doesn't count good events. Use `timeslices`.");
  }
  if (slo.kind === 'timeslices' && warning === null && critical === null) {
    throw invalid('slo.kind', 'Time slices need a threshold. Set `warning` or `critical`.');
  }
}
