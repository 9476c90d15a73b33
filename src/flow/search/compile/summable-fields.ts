import type { FieldPattern } from '../../../language/index.ts';
import { namesOf } from './field-names.ts';
import { fieldValue, type Relation } from './relation.ts';

export function summable(relation: Relation, patterns: readonly FieldPattern[]): string[] {
  const names = namesOf(relation, patterns);
  if (patterns.length > 0) return names;
  // Whether a text contains a number is decided per row.
  return names.filter((name) => {
    const { kind } = fieldValue(relation, name);
    return !name.startsWith('_') && kind !== 'time' && kind !== 'multi' && kind !== 'boolean';
  });
}
