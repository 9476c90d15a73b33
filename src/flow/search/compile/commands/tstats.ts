import { everySearch, type TstatsStage } from '../../../../language/index.ts';
import type { CompileContext } from '../context.ts';
import { namesOfModel, namesWithin, withModelFields } from '../model-fields.ts';
import { eventRelation, type Relation } from '../relation.ts';
import { compileFillnull } from './fillnull.ts';
import { compileSearch } from './search.ts';
import { compileStats } from './stats.ts';

/** All fields can be found equally fast here, so this compiles to a search followed by stats. */
export async function compileTstats(
  context: CompileContext,
  _relation: Relation,
  stage: TstatsStage,
): Promise<Relation> {
  const search = { ...stage, kind: 'search' as const, expression: stage.where };
  const events = await eventsOf(context, stage);
  const rows = await compileSearch(context, events, search);
  return compileStats(context, filled(context, rows, stage), stage);
}

async function eventsOf(context: CompileContext, stage: TstatsStage): Promise<Relation> {
  const { from, where, by, aggregations } = stage;
  if (from === undefined) return eventRelation(context.scope);
  const names = namesWithin([where, by, aggregations]);
  const model = await context.compileModel(from, [...names, ...nodeNames(stage)]);
  // Only the rows of a subsearch determine which fields it uses.
  const others = hasSubsearch(where) ? namesOfModel(model, true) : [];
  return withModelFields(context, model, [...names, ...others]);
}

/** Datasets selected by `nodename=`. */
function nodeNames({ where }: TstatsStage): string[] {
  return [...everySearch(where)].flatMap((part) =>
    part.kind === 'comparison' && part.field.name === 'nodename' && part.operator === '='
      ? [`${part.value.pattern.join('*')}.`]
      : [],
  );
}

function hasSubsearch(where: TstatsStage['where']): boolean {
  return [...everySearch(where)].some(({ kind }) => kind === 'subsearch');
}

function filled(context: CompileContext, rows: Relation, stage: TstatsStage): Relation {
  const { by, fillnullValue: value, start, end } = stage;
  const fields = by
    .filter(({ field, span }) => field.name !== '_time' && span === undefined)
    .map(({ field }) => ({ kind: 'fields' as const, pattern: [field.name] as const, start, end }));
  if (value === undefined || fields.length === 0) return rows;
  return compileFillnull(context, rows, {
    kind: 'fillnull',
    fields,
    options: { value },
    start,
    end,
  });
}
