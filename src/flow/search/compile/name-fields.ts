/**
 * Finds the fields that match the patterns of aggregations. Fields of events are only known from the events themselves.
 */
import { identifier, sql, uint32 } from '../../../engines/store/sql.ts';
import type { Aggregation, StatsStage } from '../../../language/index.ts';
import { expandAggregations, hasPattern } from './aggregate.ts';
import { type CompileContext, refuse } from './context.ts';
import { othersMap, type Relation, select } from './relation.ts';
import { NULL_TEXT } from './value.ts';

/** More columns than anybody reads. */
export const FIELDS_MAX = 100;

export async function nameFields(
  context: CompileContext,
  relation: Relation,
  { aggregations, by }: Pick<StatsStage, 'aggregations' | 'by'>,
): Promise<readonly Aggregation[]> {
  const pattern = aggregations.find((each) => hasPattern(each));
  if (relation.others === undefined || pattern === undefined) return aggregations;
  const found = await readNames(context, relation);
  const keys = by.map(({ field }) => field.name);
  const left = new Set([...relation.others.removed, ...keys]);
  const names = [...relation.fields.keys(), ...found].filter(
    (name) => !left.has(name) && !name.startsWith('_'),
  );
  if (names.length > FIELDS_MAX) {
    const message = `The events have more than ${FIELDS_MAX} fields. List the fields you need, or use table first.`;
    throw refuse(pattern, message);
  }
  const fields = new Map(names.map((name) => [name, NULL_TEXT] as const));
  return expandAggregations({ ...relation, fields, others: undefined }, aggregations, keys);
}

/** Names that only the rows know. */
export async function readNames(context: CompileContext, relation: Relation): Promise<string[]> {
  const map = othersMap(relation);
  if (map === undefined) return [];
  const name = identifier(context.newAlias());
  const rows = select(relation, sql`arrayJoin(mapKeys(${map})) AS ${name}`, { isOrdered: false });
  const statement = sql`SELECT ${name} AS name FROM (${rows}) GROUP BY name ORDER BY name LIMIT ${uint32(FIELDS_MAX + 1)}`;
  const { columns } = await context.ask(statement);
  return (columns[0]?.values ?? []).map(String);
}
