/** The values of a dashboard's variables in one refresh. */
import { invalid } from '../../../base/errors.ts';
import type { ChosenVariables } from '../../../contract/dashboard-data.ts';
import type { CompleteVariable } from '../../../contract/definition-form.ts';
import { autoSpan, printSpan, type Variable } from '../../../language/index.ts';
import { INTERVALS } from '../../../spec/dashboards.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Range } from './moment.ts';

const { textValueCharactersMax, binsDefault } = LIMITS.dashboards;

/** The chosen or default values; undefined means the first option, which has to be queried. */
export function chosenValues(
  variable: CompleteVariable,
  chosen: ChosenVariables,
): readonly string[] | undefined {
  const given = Object.hasOwn(chosen, variable.name) ? chosen[variable.name] : undefined;
  const path = `variables.${variable.name}`;
  switch (variable.type) {
    case 'text': {
      const [text = '', ...more] = listOf(given ?? variable.default);
      if (more.length > 0) throw invalid(path, 'This variable takes one value.');
      if (text.length > textValueCharactersMax) {
        throw invalid(path, `At most ${textValueCharactersMax} characters.`);
      }
      return text === '' ? [] : [text];
    }
    case 'interval': {
      const [span = 'auto', ...more] = listOf(given ?? variable.default);
      if (more.length > 0 || !(INTERVALS as readonly string[]).includes(span)) {
        throw invalid(path, `Must be one of ${INTERVALS.join(', ')}.`);
      }
      return [span];
    }
    case 'list': {
      const values = someOf(variable, given, path);
      const outside = values.find(
        (value) => !variable.options.some((each) => each.value === value),
      );
      if (outside !== undefined) throw invalid(path, 'A value is not one of the options.');
      if (values.length > 0 || variable.all) return values;
      return variable.options.slice(0, 1).map(({ value }) => value);
    }
    case 'query': {
      const values = someOf(variable, given, path);
      return values.length > 0 || variable.all ? values : undefined;
    }
  }
}

/** A choice of a variable that there is not would be silently without effect. */
export function refuseUnknown(
  variables: readonly CompleteVariable[],
  chosen: ChosenVariables,
): void {
  const unknown = Object.keys(chosen).find((name) => !variables.some((each) => each.name === name));
  if (unknown !== undefined) {
    throw invalid(`variables.${unknown}`, 'No such variable in this dashboard.');
  }
}

function someOf(
  variable: Extract<CompleteVariable, { readonly multiple: boolean }>,
  given: string | readonly string[] | undefined,
  path: string,
): readonly string[] {
  const values = listOf(given ?? variable.default).filter((value) => value !== '');
  if (!variable.multiple && values.length > 1) {
    throw invalid(path, 'Only one value is allowed.');
  }
  return [...new Set(values)];
}

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

/** As the language binds it. `auto` is as long as a chart would choose. */
export function boundVariable(
  variable: CompleteVariable,
  values: readonly string[],
  range: Range,
): Variable {
  switch (variable.type) {
    case 'text':
      return { values, hasWildcards: variable.wildcards };
    case 'list':
      return { values, use: variable.use };
    case 'query':
      return { values };
    case 'interval':
      return {
        values: values.map((span) =>
          span === 'auto' ? printSpan(autoSpan(range, binsDefault)) : span,
        ),
      };
  }
}
