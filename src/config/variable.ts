import type { Kind } from './kinds.ts';

export interface Variable<T, D extends T | undefined = T | undefined> {
  readonly kind: Kind<T>;
  readonly description: string;
  /** What holds when the variable is not set. */
  readonly byDefault: D;
  /** Says what happens when there is no default value. */
  readonly whenUnset?: string;
}

export function given<T>(
  kind: Kind<T>,
  byDefault: NoInfer<T>,
  description: string,
): Variable<T, T> {
  return { kind, description, byDefault };
}

export function optional<T>(
  kind: Kind<T>,
  description: string,
  whenUnset?: string,
): Variable<T, undefined> {
  const variable = { kind, description, byDefault: undefined };
  return whenUnset === undefined ? variable : { ...variable, whenUnset };
}
