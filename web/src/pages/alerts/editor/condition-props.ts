import type { AlertCondition } from '../../../../../src/contract/alert-conditions.ts';

/** The fields of one kind of condition. */
export interface ConditionProps<Kind extends AlertCondition['kind']> {
  readonly condition: Extract<AlertCondition, { kind: Kind }>;
  /** The server's error for a field of the condition. */
  readonly problemOf: (name: string) => string | undefined;
  readonly onChange: (condition: AlertCondition) => void;
}

/** The condition with one field changed; undefined takes it back to the default. */
export function withField<Condition extends AlertCondition, Key extends keyof Condition>(
  condition: Condition,
  key: Key,
  value: Condition[Key] | undefined,
): Condition {
  const { [key]: _, ...rest } = condition;
  return (value === undefined ? rest : { ...rest, [key]: value }) as Condition;
}
