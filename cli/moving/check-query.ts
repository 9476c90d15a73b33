/** Parses a query and reports what won't work. */
import {
  everyQuery,
  everySearch,
  type ExpandMacro,
  expressionsOf,
  fieldsOf,
  parse,
  type Query,
  type Stage,
  type Variables,
} from '../../src/language/index.ts';
import { searchesOf } from '../../src/language/walk.ts';

export interface Remark {
  readonly message: string;
  /** A position of the text. */
  readonly offset: number;
}

export interface CheckedQuery {
  /** Undefined if the query can't be parsed; `problems` has the reasons. */
  readonly query: Query | undefined;
  readonly problems: readonly Remark[];
  /** Parts that are interpreted differently than written, or that match nothing. */
  readonly remarks: readonly Remark[];
  readonly lookups: readonly string[];
  readonly savedSearches: readonly string[];
  readonly models: readonly { readonly model: string; readonly start: number }[];
  /** It writes a lookup table, which neither rules nor dashboards may. */
  readonly isWriting: boolean;
  /** The query sets its own time range. */
  readonly hasTimes: boolean;
}

export function checkQuery(
  text: string,
  expandMacro: ExpandMacro,
  variables?: Variables,
): CheckedQuery {
  const options = variables === undefined ? { expandMacro } : { expandMacro, variables };
  const { query, diagnostics, notices = [], expanded } = parse(text, options);
  const problems = diagnostics.map(({ message, start }) => ({ message, offset: start }));
  const stages = query === undefined ? [] : [...everyQuery(query)].flatMap((each) => each.stages);
  const noticed = notices.map(({ message, start }) => ({
    message,
    // Errors inside a macro have no position in the text.
    offset: expanded === undefined ? start : 0,
  }));
  return {
    query,
    problems,
    remarks: [...noticed, ...stages.flatMap(unknownFields)],
    lookups: [...new Set(stages.flatMap(tablesOf))],
    savedSearches: stages.flatMap((each) => (each.kind === 'savedsearch' ? [each.name] : [])),
    models: stages.flatMap(modelsOf),
    isWriting: stages.some(({ kind }) => kind === 'outputlookup'),
    hasTimes: stages.some(isBound),
  };
}

function tablesOf(stage: Stage): string[] {
  return stage.kind === 'lookup' || stage.kind === 'inputlookup' ? [stage.table] : [];
}

function modelsOf(stage: Stage): { model: string; start: number }[] {
  if (stage.kind !== 'tstats' && stage.kind !== 'datamodel') return [];
  return stage.from === undefined ? [] : [stage.from];
}

function isBound(stage: Stage): boolean {
  if (stage.kind !== 'search' && stage.kind !== 'tstats') return false;
  const { earliest, latest, indexEarliest, indexLatest } = stage;
  return [earliest, latest, indexEarliest, indexLatest].some((bound) => bound !== undefined);
}

/** Fields that other products compute from their own rules. */
const COMPUTED = /^(?:eventtype|tag)(?:::|$)/;

function unknownFields(stage: Stage): Remark[] {
  const searched = searchesOf(stage)
    .flatMap((search) => [...everySearch(search)])
    .flatMap((search) => ('field' in search ? [search.field] : []));
  const used = expressionsOf(stage).flatMap(fieldsOf);
  return [...searched, ...used].flatMap((field) => {
    const { name, start } = field;
    if (!COMPUTED.test(name)) return [];
    const message = `The field \`${name}\` doesn’t exist. Use its search instead, or put it into a macro.`;
    return [{ message, offset: start }];
  });
}
