/** What a tree depends on other than events, for callers that cache or share its results. */
import type { Actor } from '../../base/actor.ts';
import type { OrganizationId } from '../../base/ids.ts';
import {
  type DataModelDefinition,
  everyQuery,
  lineageOf,
  type ModelReference,
  parse,
  type Query,
  type Stage,
} from '../../language/index.ts';
import { indexIsClosed, readableIndexes } from '../indexes/index.ts';
import { readDeletionState } from './deletion/log-deletions-table.ts';
import { searchOfDataset } from './data-models/open-dataset.ts';
import { expandedModel } from './knowledge/knowledge.ts';
import { searchOf } from './search-context.ts';
import { savedSearchText } from './saved-searches/manage-saved-searches.ts';
import { indexesOf } from './search-indexes.ts';
import type { SearchNeeds } from './search-needs.ts';

type Needs = Pick<SearchNeeds, 'metadata' | 'cache' | 'limits' | 'savedSearches' | 'knowledge'>;

/** Every index that a tree reads, those of its subsearches and saved searches included. */
export async function indexesOfTree(needs: Needs, actor: Actor, tree: Query): Promise<string[]> {
  const known = [...(await readableIndexes(needs, actor)).keys()];
  const found = new Set<string>();
  for (const query of await wholeTree(needs, actor.organization, tree)) {
    const [first] = query.stages;
    // These commands generate rows.
    if (first?.kind === 'inputlookup' || first?.kind === 'makeresults') continue;
    if (first?.kind === 'savedsearch' || first?.kind === 'datamodel') continue;
    if (first?.kind === 'tstats' && first.from !== undefined) continue;
    const read = indexesOf(searchOf(query), known, (name) => indexIsClosed(actor, name));
    for (const name of read) found.add(name);
  }
  return [...found].toSorted();
}

/** Dependencies of a tree other than events. */
export interface TreeUses {
  readonly lookups: ReadonlySet<string>;
  /** The text of each, empty for one that is not there. */
  readonly savedSearches: ReadonlyMap<string, string>;
  /** As they are now, with their macros expanded. */
  readonly dataModels: ReadonlyMap<string, DataModelDefinition>;
}

export async function usesOfTree(
  needs: Needs,
  organization: OrganizationId,
  tree: Query,
): Promise<TreeUses> {
  const lookups = new Set<string>();
  const savedSearches = new Map<string, string>();
  const dataModels = new Map<string, DataModelDefinition>();
  for (const { stages } of await wholeTree(needs, organization, tree)) {
    for (const stage of stages) {
      if (stage.kind === 'savedsearch') {
        const text = await savedSearchText(needs, organization, stage.name);
        savedSearches.set(stage.name, text ?? '');
      }
      if (stage.kind === 'lookup' || stage.kind === 'inputlookup') lookups.add(stage.table);
      for (const { model: name } of modelsOf(stage)) {
        const model = await expandedModel(needs.knowledge, organization, name);
        if (model !== undefined) dataModels.set(name, model);
      }
    }
  }
  return { lookups, savedSearches, dataModels };
}

/** Changes with every lookup table, saved search and data model that a tree uses; empty when it uses none. */
export async function versionsOfTree(
  needs: Needs & Pick<SearchNeeds, 'lookups'>,
  organization: OrganizationId,
  tree: Query,
): Promise<string> {
  const { lookups, savedSearches, dataModels } = await usesOfTree(needs, organization, tree);
  const texts = [
    ...[...savedSearches].map(([name, text]) => `${name}=${text}`),
    ...[...dataModels].map(([name, model]) => `${name}=${JSON.stringify(model.datasets)}`),
  ];
  for (const name of lookups) {
    const facts = await needs.lookups.find(organization, name);
    texts.push(`${name}:${facts?.id ?? ''}:${facts?.version ?? 0}`);
  }
  return texts.join('\n');
}

export interface ErasureState {
  /** Another one after every step of a deletion of events. */
  readonly generation: string;
  /** Events are being erased just now: what was read before must not be shown. */
  readonly isErasing: boolean;
}

/** Cached results are valid for one generation only. */
export async function erasureState(
  { metadata }: Pick<SearchNeeds, 'metadata'>,
  organization: OrganizationId,
): Promise<ErasureState> {
  const { requested, latest, ended, running } = await readDeletionState(metadata, organization);
  return { generation: `${requested}:${latest}:${ended}:${running}`, isErasing: running > 0 };
}

/** The tree, its subsearches, and the saved searches they start with, recursively. */
async function wholeTree(
  needs: Needs,
  organization: OrganizationId,
  tree: Query,
): Promise<readonly Query[]> {
  const all: Query[] = [];
  let level: readonly Query[] = [tree];
  for (let depth = 0; depth <= needs.limits.query.subsearchNestingMax; depth += 1) {
    const queries = level.flatMap((query) => [...everyQuery(query)]);
    all.push(...queries);
    const names = queries.flatMap(({ stages }) =>
      stages.flatMap((stage) => (stage.kind === 'savedsearch' ? [stage.name] : [])),
    );
    const models = queries.flatMap(({ stages }) => stages.flatMap(modelsOf));
    for (const { model: name } of models) {
      const model = await expandedModel(needs.knowledge, organization, name);
      all.push(...(model === undefined ? [] : searchesOfModel(model)));
    }
    if (names.length === 0) break;
    const texts = await Promise.all(
      names.map((name) => savedSearchText(needs, organization, name)),
    );
    level = texts.flatMap((text) => {
      const query = text === undefined ? undefined : parse(text).query;
      return query === undefined ? [] : [query];
    });
  }
  return all;
}

function modelsOf(stage: Stage): ModelReference[] {
  if (stage.kind === 'datamodel') return [stage.from];
  return stage.kind === 'tstats' && stage.from !== undefined ? [stage.from] : [];
}

/** Searches of all datasets of the model. */
function searchesOfModel(model: DataModelDefinition): Query[] {
  return model.datasets.flatMap(({ name }) => {
    const { query } = parse(searchOfDataset(lineageOf(model, name)));
    return query === undefined ? [] : [query];
  });
}
