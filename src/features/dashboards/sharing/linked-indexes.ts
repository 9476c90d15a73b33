/** Determines which indexes a public link can read, for any choice of its visitors. */
import type { Actor } from '../../../base/actor.ts';
import { AppError, invalid } from '../../../base/errors.ts';
import type { ChosenVariables } from '../../../contract/dashboard-data.ts';
import type { CompleteDefinition } from '../../../contract/definition-form.ts';
import { indexesOfTree, type SearchNeeds } from '../../../flow/search/index.ts';
import type { Query, Variable, Variables } from '../../../language/index.ts';
import { INTERNAL_INDEX_PREFIX } from '../../../spec/audit.ts';
import { boundVariable, chosenValues } from '../refreshing/bind-variables.ts';
import { readQuery } from '../definition/read-query.ts';

export async function linkedIndexes(
  search: SearchNeeds,
  actor: Actor,
  definition: CompleteDefinition,
  chosen: ChosenVariables,
): Promise<string[]> {
  const found = new Set<string>();
  for (const tree of treesOfLink(definition, chosen)) {
    for (const name of await indexesOfTree(search, actor, tree)) found.add(name);
  }
  const reserved = [...found].find((name) => name.startsWith(INTERNAL_INDEX_PREFIX));
  if (reserved !== undefined) {
    throw invalid('audience', `The index ${reserved} can't be shared publicly.`);
  }
  return [...found].toSorted();
}

/** Every query of a link, as it was chosen and as it can be. */
export function treesOfLink(definition: CompleteDefinition, chosen: ChosenVariables): Query[] {
  return queriesOf(definition).flatMap(({ text, path }) => treesOf(definition, chosen, text, path));
}

/** Incidents are not among them: no link shows those. */
function queriesOf({ variables, searches, panels, annotations }: CompleteDefinition) {
  return [
    ...variables.map((each) => (each.type === 'query' ? each.query : null)),
    ...searches.map(({ query }) => query),
    ...panels.map((panel) => ('query' in panel ? panel.query : null)),
    ...annotations.map(({ query }) => query),
  ].flatMap((text, at) => (text === null ? [] : [{ text, path: `queries.${at}` }]));
}

/** As it was chosen, and with all that can be chosen where the query takes several. */
function treesOf(
  { variables }: CompleteDefinition,
  chosen: ChosenVariables,
  text: string,
  path: string,
): Query[] {
  const bind = (valuesOf: (each: (typeof variables)[number]) => readonly string[]): Variables =>
    new Map(
      variables.map((each): [string, Variable] => [
        each.name,
        boundVariable(each, valuesOf(each), { from: 0, to: 1 }),
      ]),
    );
  const own = bind((each) => chosenValues(each, chosen) ?? ['']);
  const every = bind((each) =>
    each.type === 'list'
      ? each.options.map(({ value }) => value)
      : (chosenValues(each, chosen) ?? ['']),
  );
  return [readQuery(text, own, path), ...optional(() => readQuery(text, every, path))];
}

/** Several values are not valid everywhere; each chosen value is then checked when it is used. */
function optional(read: () => Query): Query[] {
  try {
    return [read()];
  } catch (error) {
    if (error instanceof AppError && error.code === 'QUERY_SYNTAX_ERROR') return [];
    throw error;
  }
}
