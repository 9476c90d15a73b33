import { AppError, invalid } from '../../../base/errors.ts';
import type { DashboardDefinition } from '../../../contract/dashboard-definition.ts';
import {
  canonicalDefinition,
  type CompleteDefinition,
  completeDefinition,
  type CompleteVariable,
} from '../../../contract/definition-form.ts';
import { shapeOf, type Variable, type Variables } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { checkLayout } from './check-layout.ts';
import type { Macros } from './expand-definition.ts';
import { readQuery, readThen } from './read-query.ts';

const { definitionBytesMax, statementsMax } = LIMITS.dashboards;

/** Returns the canonical form of a definition that can be shown; otherwise throws an error with its location. */
export function checkDefinition(
  given: DashboardDefinition,
  macros: Macros = {},
): DashboardDefinition {
  const canonical = canonicalDefinition(given);
  const bytes = Buffer.byteLength(JSON.stringify(canonical));
  if (bytes > definitionBytesMax) {
    const message = `The definition is too large: ${bytes} bytes, maximum ${definitionBytesMax}.`;
    throw invalid('definition', message);
  }
  try {
    const definition = completeDefinition(canonical);
    checkLayout(definition);
    checkQueries(definition, macros);
    refuseTooMany(definition);
  } catch (error) {
    throw error instanceof AppError ? withinDefinition(error) : error;
  }
  return canonical;
}

/** Paths of details begin at the body of the request. */
function withinDefinition({ code, message, facts }: AppError): AppError {
  const details = facts.details?.map((each) => ({ ...each, path: `definition.${each.path}` }));
  return new AppError(code, message, { ...facts, ...(details === undefined ? {} : { details }) });
}

/** Every choice must bind at every location: one value, several, and none where none means all. */
function checkQueries(definition: CompleteDefinition, macros: Macros): void {
  for (const amount of ['one', 'several', 'none'] as const) {
    const variables = samplesOf(definition.variables, amount);
    for (const [at, variable] of definition.variables.entries()) {
      if (variable.type !== 'query') continue;
      const above = samplesOf(definition.variables.slice(0, at), amount);
      readQuery(variable.query, above, `variables.${at}.query`, macros);
    }
    for (const [at, { query }] of definition.searches.entries()) {
      const path = `searches.${at}.query`;
      if (shapeOf(readQuery(query, variables, path, macros)).hasText) {
        throw invalid(path, 'A shared search must return a table. Add stats or table.');
      }
    }
    for (const [at, panel] of definition.panels.entries()) {
      if (!('query' in panel)) continue;
      if (panel.query !== null) readQuery(panel.query, variables, `panels.${at}.query`, macros);
      if (panel.then !== null) readThen(panel.then, variables, `panels.${at}.then`, macros);
    }
    for (const [at, { query }] of definition.annotations.entries()) {
      if (query !== null) readQuery(query, variables, `annotations.${at}.query`, macros);
    }
  }
}

type Amount = 'one' | 'several' | 'none';

function samplesOf(variables: readonly CompleteVariable[], amount: Amount): Variables {
  return new Map(variables.map((variable) => [variable.name, sampleOf(variable, amount)]));
}

function sampleOf(variable: CompleteVariable, amount: Amount): Variable {
  switch (variable.type) {
    case 'interval':
      return { values: ['5m'] };
    case 'text':
      return { values: ['a'], hasWildcards: variable.wildcards };
    case 'list': {
      const options = variable.options.map(({ value }) => value);
      return { values: someOf(options, variable, amount), use: variable.use };
    }
    case 'query':
      return { values: someOf(['a', 'b'], variable, amount) };
  }
}

function someOf(
  options: readonly string[],
  { multiple, all }: { readonly multiple: boolean; readonly all: boolean },
  amount: Amount,
): readonly string[] {
  if (amount === 'none' && all) return [];
  return options.slice(0, amount === 'several' && multiple ? 2 : 1);
}

/** Equal searches run once, so they count once. */
function refuseTooMany({ variables, searches, annotations, panels }: CompleteDefinition): void {
  const options = variables.filter(({ type }) => type === 'query').length;
  const distinct = new Set(panels.flatMap(statementsOf));
  const count = options + searches.length + annotations.length + distinct.size;
  if (count <= statementsMax) return;
  const message = `Too many searches per refresh: up to ${count}, maximum ${statementsMax}.`;
  throw invalid('panels', message);
}

/** A value panel also queries its previous value and its course over time. */
function statementsOf(panel: CompleteDefinition['panels'][number]): string[] {
  if (!('query' in panel)) return [];
  const { query, search, then, time, kind } = panel;
  const source = [query, search, then, time];
  const shown = JSON.stringify([...source, kind === 'patterns' ? kind : '']);
  if (kind !== 'value') return [shown];
  const { sparkline, compare } = panel.options;
  return [
    shown,
    ...(sparkline ? [JSON.stringify([...source, 'sparkline'])] : []),
    ...(compare === 'none' ? [] : [JSON.stringify([...source, compare])]),
  ];
}
