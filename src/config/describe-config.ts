import type { Config } from './config.ts';
import type { Kind } from './kinds.ts';
import { variableNames, type Origin } from './read-values.ts';
import { VARIABLES, type VariableName } from './variables.ts';

export interface Setting {
  readonly name: VariableName;
  /** The value in force, secrets masked; null when there is none. */
  readonly value: string | null;
  readonly origin: Origin;
  /** What holds while there is no value. */
  readonly whenUnset?: string;
}

/** The values in force and where each comes from, safe to show: for `xplain config`. */
export function describeConfig(config: Config): readonly Setting[] {
  return variableNames().map((name) => {
    const { kind, whenUnset }: { kind: Kind<unknown>; whenUnset?: string } = VARIABLES[name];
    const value: unknown = config.values[name];
    const setting = { name, origin: config.origins[name] };
    if (value !== undefined) return { ...setting, value: kind.show(value) };
    return { ...setting, value: null, ...(whenUnset === undefined ? {} : { whenUnset }) };
  });
}
