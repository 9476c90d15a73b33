/** The type of a value, as known before it is computed. A field can contain anything but a boolean. */
export type ValueType = 'any' | 'number' | 'text' | 'boolean';

/** What a parameter takes. All but `boolean` also take a field of any content. */
export type ParameterType =
  | ValueType
  /** A regular expression; a literal is checked. */
  | 'regex'
  /** A format of strftime; a literal is checked. */
  | 'format'
  /** A relative time such as `-1d@d`; a literal is checked. */
  | 'time'
  /** A search expression in quotes; must be a literal. */
  | 'search'
  | { readonly choices: readonly string[] };

export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly optional?: true;
  /** May be repeated, and must be last. */
  readonly rest?: true;
}

export type FunctionCategory =
  | 'Conditions'
  | 'Comparison'
  | 'Strings'
  | 'Numbers'
  | 'Trigonometry'
  | 'Bits'
  | 'Time'
  | 'Multivalue'
  | 'JSON'
  | 'Hashes';

export interface EvalFunction {
  readonly category: FunctionCategory;
  readonly aliases?: readonly string[];
  readonly parameters: readonly Parameter[];
  /** From this argument on they come in pairs. */
  readonly pairs?: number;
  /** `same` takes the type its value arguments share. */
  readonly result: ValueType | 'same';
}

export interface StatsFunction {
  readonly aliases?: readonly string[];
  /** Whether a field or `eval(…)` follows in parentheses. */
  readonly argument: 'required' | 'optional';
  /** The name is followed by a number, as in `perc95`. */
  readonly percentile?: true;
  /** Only where rows are grouped into time buckets. */
  readonly timechartOnly?: true;
  readonly summary: string;
}

/** `substr(string, start, [length])`. */
export function printSignature(name: string, parameters: readonly Parameter[]): string {
  const list = parameters.map((parameter) => {
    const text = parameter.rest === true ? `${parameter.name}…` : parameter.name;
    return parameter.optional === true ? `[${text}]` : text;
  });
  return `${name}(${list.join(', ')})`;
}
