/** The values and options of variables, as far as they are known without asking the store. */
import type { ChosenVariables, VariableAnswer } from '../../../contract/dashboard-data.ts';
import type { CompleteVariable } from '../../../contract/definition-form.ts';
import { textOf } from '../../../charts/index.ts';
import type { SearchResult } from '../../../flow/search/index.ts';
import type { Variable, Variables } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { readQuery } from '../definition/read-query.ts';
import { boundVariable, chosenValues } from './bind-variables.ts';
import type { Range } from './moment.ts';
import { type Moment, type Statement, statementOf } from './statement.ts';

const { queryOptionsMax, valueCharactersMax } = LIMITS.dashboards;

type Options = VariableAnswer['options'];

export interface ResolvedVariable {
  readonly variable: CompleteVariable;
  /** Undefined while they wait for the options. */
  readonly values: readonly string[] | undefined;
}

export function resolveVariables(
  variables: readonly CompleteVariable[],
  chosen: ChosenVariables,
): readonly ResolvedVariable[] {
  return variables.map((variable) => ({ variable, values: chosenValues(variable, chosen) }));
}

/** Those whose values are known, as the language binds them. */
export function boundVariables(resolved: readonly ResolvedVariable[], range: Range): Variables {
  const bound = new Map<string, Variable>();
  for (const { variable, values } of resolved) {
    if (values !== undefined) bound.set(variable.name, boundVariable(variable, values, range));
  }
  return bound;
}

/** The variables that texts name. */
export function usedBy(
  resolved: readonly ResolvedVariable[],
  texts: readonly (string | null)[],
): readonly ResolvedVariable[] {
  return resolved.filter(({ variable }) =>
    texts.some((text) => text?.includes(`$${variable.name}$`) === true),
  );
}

/** Requests one option more than the maximum, to detect that there are more. */
export function optionsStatement(text: string, variables: Variables, moment: Moment): Statement {
  return statementOf(readQuery(text, variables, 'query'), moment, queryOptionsMax + 1);
}

/** Columns `value` and `label`, or the first one. */
export function readOptions({ columns, rows }: Pick<SearchResult, 'columns' | 'rows'>): {
  readonly options: Options;
  readonly isCut: boolean;
} {
  const value = columns.find(({ name }) => name === 'value') ?? columns[0];
  const label = columns.find(({ name }) => name === 'label') ?? value;
  if (value === undefined || label === undefined) return { options: [], isCut: false };
  const found = new Map<string, string>();
  for (const row of rows) {
    const text = textOf(row[value.name]);
    if (text === '' || text.length > valueCharactersMax || found.has(text)) continue;
    found.set(text, textOf(row[label.name]) || text);
  }
  const options = [...found].map(([each, name]) => ({ value: each, label: name }));
  return { options: options.slice(0, queryOptionsMax), isCut: rows.length > queryOptionsMax };
}

/** For a variable whose options need no query. */
export function plainAnswer({ variable, values = [] }: ResolvedVariable): VariableAnswer {
  const options =
    variable.type === 'list'
      ? variable.options.map(({ value, label }) => ({ value, label: label || value }))
      : [];
  return { values: [...values], options, isCut: false };
}
