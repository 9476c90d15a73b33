import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import type { Comparison } from '../../../spec/alerts.ts';
import type { MeasuredGroup } from './measurement.ts';

export function meets(op: Comparison, value: number, wanted: number): boolean {
  switch (op) {
    case '>':
      return value > wanted;
    case '>=':
      return value >= wanted;
    case '<':
      return value < wanted;
    case '<=':
      return value <= wanted;
    case '=':
      return value === wanted;
    case '!=':
      return value !== wanted;
  }
}

/** Whether fewer events than there are would make it hold. */
export function isOfFew(op: Comparison): boolean {
  return op === '<' || op === '<=' || op === '=';
}

/** Whether a threshold holds for a value, while events may be missing or not. */
export function holdsFor(
  { op, value: wanted, recoverAt }: ConditionOf<'threshold'>,
  value: number | null,
  isBehind: boolean,
): MeasuredGroup['holds'] {
  if (value === null || (isBehind && isOfFew(op))) return 'unknown';
  if (meets(op, value, wanted)) return 'true';
  return recoverAt !== null && meets(op, value, recoverAt) ? 'between' : 'safe';
}
