import { Value } from 'typebox/value';
import { DashboardDefinition } from './dashboard-definition.ts';

export type ReadDefinition =
  | { readonly kind: 'definition'; readonly definition: DashboardDefinition }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

const PROBLEMS_MAX = 10;

/** A definition from somewhere else than the API, such as a file. */
export function readDefinition(value: unknown): ReadDefinition {
  if (Value.Check(DashboardDefinition, value)) return { kind: 'definition', definition: value };
  const problems = [...Value.Errors(DashboardDefinition, value)].map(({ instancePath, message }) =>
    `${instancePath.slice(1).replaceAll('/', '.')} ${message}`.trim(),
  );
  return { kind: 'problems', problems: [...new Set(problems)].slice(0, PROBLEMS_MAX) };
}
