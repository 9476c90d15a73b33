import { lineageOf, parse } from '../../../language/index.ts';
import type { DataModelDraft } from '../../../contract/data-models.ts';

/** Why a data model could not be used; undefined where it can. Macros are known when a search uses it. */
export function dataModelProblem({
  name,
  datasets,
}: Pick<DataModelDraft, 'name' | 'datasets'>):
  | { readonly path: string; readonly message: string }
  | undefined {
  const model = { name, description: '', datasets };
  for (const [at, dataset] of datasets.entries()) {
    const path = `datasets.${at}`;
    const same = datasets.filter((each) => each.name.toLowerCase() === dataset.name.toLowerCase());
    if (same.length > 1) {
      return { path: `${path}.name`, message: `Duplicate dataset “${dataset.name}”.` };
    }
    const [root] = lineageOf(model, dataset.name);
    if (root === undefined || root.parent !== null) {
      const message = `The parent of “${dataset.name}” doesn’t exist, or is one of its descendants.`;
      return { path: `${path}.parent`, message };
    }
    const search = problemOfSearch(dataset.search);
    if (search !== undefined) return { path: `${path}.search`, message: search };
    for (const [index, { expression }] of dataset.fields.entries()) {
      const message = expression === null ? undefined : problemOfExpression(expression);
      if (message !== undefined) return { path: `${path}.fields.${index}.expression`, message };
    }
  }
  return undefined;
}

function problemOfSearch(text: string): string | undefined {
  // The content of a macro is only known when the search runs.
  if (text.includes('`')) return undefined;
  const { query, diagnostics } = parse(text.trim() === '' ? '*' : `(${text})`);
  if (query === undefined) return diagnostics[0]?.message;
  const [first, second] = query.stages;
  if (first?.kind !== 'search' || second !== undefined) return 'Use a search without commands.';
  const bound = first.earliest ?? first.latest ?? first.indexEarliest ?? first.indexLatest;
  return bound === undefined
    ? undefined
    : 'Queries set the time range. Remove times from the search.';
}

function problemOfExpression(text: string): string | undefined {
  if (text.includes('`')) return undefined;
  const { query, diagnostics } = parse(`* | eval value=${text}`);
  const [, stage, more] = query?.stages ?? [];
  if (query === undefined) return diagnostics[0]?.message;
  return stage?.kind === 'eval' && stage.assignments.length === 1 && more === undefined
    ? undefined
    : 'Use one expression.';
}
