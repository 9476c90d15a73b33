import { CONDITION_FUNCTIONS } from './condition-functions.ts';
import { JSON_FUNCTIONS } from './json-functions.ts';
import { MATH_FUNCTIONS } from './math-functions.ts';
import { MULTIVALUE_FUNCTIONS } from './multivalue-functions.ts';
import { NUMBER_FUNCTIONS } from './number-functions.ts';
import type { EvalFunction } from './signature.ts';
import { TEXT_FUNCTIONS } from './text-functions.ts';

/** Every function of `eval` and `where`, by its canonical name. */
export const EVAL_FUNCTIONS = {
  ...CONDITION_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...MATH_FUNCTIONS,
  ...MULTIVALUE_FUNCTIONS,
  ...JSON_FUNCTIONS,
} as const satisfies Record<string, EvalFunction>;

export type EvalFunctionName = keyof typeof EVAL_FUNCTIONS;

const BY_NAME = new Map<string, readonly [name: EvalFunctionName, facts: EvalFunction]>(
  Object.entries<EvalFunction>(EVAL_FUNCTIONS).flatMap(([name, facts]) =>
    [name, ...(facts.aliases ?? [])].map((spelling) => [spelling, [asName(name), facts]] as const),
  ),
);

/** The keys of the table are exactly its names; Object.entries forgets it. */
function asName(name: string): EvalFunctionName {
  return name as EvalFunctionName;
}

export interface FoundFunction {
  readonly name: EvalFunctionName;
  readonly facts: EvalFunction;
}

/** Names are not case-sensitive. */
export function findEvalFunction(spelling: string): FoundFunction | undefined {
  const found = BY_NAME.get(spelling.toLowerCase());
  return found === undefined ? undefined : { name: found[0], facts: found[1] };
}

/** Whether a literal at this position is a regular expression, where `\|` keeps its backslash. */
export function takesRegex(name: string, position: number): boolean {
  return findEvalFunction(name)?.facts.parameters[position]?.type === 'regex';
}
