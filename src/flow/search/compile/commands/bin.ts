import { sql } from '../../../../engines/store/sql.ts';
import { rowsOf } from '../../../../engines/store/store.ts';
import { autoNumberSpan, autoSpan, type BinStage, type Span } from '../../../../language/index.ts';
import { anchorOf, bucketKey, refuseTimeSpan } from '../buckets.ts';
import type { CompileContext } from '../context.ts';
import { fieldValue, isCut, type Relation, asSubquery, select, withField } from '../relation.ts';
import { numberOf } from '../value.ts';

/** The value becomes the lower bound of its bucket. */
export async function compileBin(
  context: CompileContext,
  relation: Relation,
  stage: BinStage,
): Promise<Relation> {
  const { options } = stage;
  const value = fieldValue(relation, stage.field.name);
  const span = options.span ?? (await chooseSpan(context, relation, stage));
  refuseTimeSpan(value, span, stage.field);
  const anchor = anchorOf(context, options.aligntime, span, stage);
  const { value: bucket } = bucketKey(context, value, span, stage, anchor);
  return withField(relation, stage.as?.name ?? stage.field.name, bucket);
}

async function chooseSpan(
  context: CompileContext,
  relation: Relation,
  stage: BinStage,
): Promise<Span> {
  const { options } = stage;
  const value = fieldValue(relation, stage.field.name);
  if (value.kind === 'time') {
    const minspan = options.minspan?.kind === 'time' ? options.minspan : undefined;
    return autoSpan(context.scope, options.bins, minspan);
  }
  const open = isCut(relation) ? asSubquery(context, relation) : relation;
  const number = numberOf(fieldValue(open, stage.field.name));
  const isFinite = sql`isFinite(ifNull(${number}, nan))`;
  const bounds = sql`minOrNullIf(${number}, ${isFinite}) AS low, maxOrNullIf(${number}, ${isFinite}) AS high`;
  const [row] = rowsOf(await context.ask(select(open, bounds, { isOrdered: false })));
  const low = options.start ?? Number(row?.['low'] ?? 0);
  const high = options.end ?? Number(row?.['high'] ?? 0);
  const least = options.minspan?.kind === 'number' ? options.minspan.size : 0;
  return { kind: 'number', size: Math.max(least, autoNumberSpan(low, high, options.bins)) };
}
