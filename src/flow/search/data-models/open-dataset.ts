/** A dataset of a data model, ready to be compiled. */
import type { Actor } from '../../../base/actor.ts';
import {
  type DataModelDefinition,
  type Dataset,
  type EvalStage,
  lineageOf,
  type ModelReference,
  parse,
  printName,
  type Query,
} from '../../../language/index.ts';
import { refuse } from '../compile/context.ts';
import { expandedModel } from '../knowledge/knowledge.ts';
import type { SearchNeeds } from '../search-needs.ts';

export interface OpenDataset {
  readonly lineage: readonly Dataset[];
  /** Finds the events of the dataset. */
  readonly query: Query;
  readonly readField: (name: string, expression: string) => EvalStage;
}

/** `names` are the requested fields, which determine the dataset if none is named. */
export async function openDataset(
  { knowledge }: Pick<SearchNeeds, 'knowledge'>,
  { organization }: Pick<Actor, 'organization'>,
  from: ModelReference,
  names: readonly string[],
): Promise<OpenDataset> {
  const model = await expandedModel(knowledge, organization, from.model);
  if (model === undefined) throw refuse(from, `No such data model: “${from.model}”.`);
  const lineage = lineageOf(model, from.dataset ?? datasetMeant(model, from, names));
  if (lineage.length === 0) {
    const known = model.datasets.map(({ name }) => name).join(', ');
    const message = `The data model “${model.name}” has no dataset “${from.dataset ?? ''}”. Datasets: ${known}.`;
    throw refuse(from, message);
  }
  const { query } = parse(searchOfDataset(lineage));
  const [first] = query?.stages ?? [];
  if (query === undefined || first?.kind !== 'search') {
    throw refuse(from, `The search of the data model “${model.name}” has a syntax error.`);
  }
  return {
    lineage,
    query,
    readField: (name, expression) => readField(from, name, expression),
  };
}

/** The outermost dataset of the fields that are named, or the only one there is. */
function datasetMeant(
  model: DataModelDefinition,
  from: ModelReference,
  names: readonly string[],
): string {
  // A dataset inside another is more than the one around it.
  const depth = (each: Dataset): number => lineageOf(model, each.name).length;
  const named = model.datasets.filter((each) => names.some((name) => isOf(name, each.name)));
  const [deepest] = named.toSorted((left, right) => depth(right) - depth(left));
  const [only, another] = model.datasets.filter(({ parent }) => parent === null);
  const meant = deepest ?? (another === undefined ? only : undefined);
  if (meant !== undefined) return meant.name;
  const known = model.datasets.map(({ name }) => `${model.name}.${name}`).join(', ');
  throw refuse(from, `Specify a dataset of the data model: ${known}.`);
}

function isOf(name: string, dataset: string): boolean {
  return `.${name.toLowerCase()}`.includes(`.${dataset.toLowerCase()}.`);
}

/** Every dataset narrows the one around it. */
export function searchOfDataset(lineage: readonly Dataset[]): string {
  const parts = lineage.map(({ search }) => search.trim()).filter((each) => each !== '');
  return parts.length === 0 ? '*' : parts.map((each) => `(${each})`).join(' ');
}

function readField(from: ModelReference, name: string, expression: string): EvalStage {
  const { query } = parse(`* | eval ${printName(name)}=${expression}`);
  const [, stage, more] = query?.stages ?? [];
  if (stage?.kind !== 'eval' || stage.assignments.length !== 1 || more !== undefined) {
    throw refuse(from, `The field “${name}” of the data model has a syntax error.`);
  }
  return stage;
}
