/** format and return at the end of a query: what they would hand over as a subsearch, as text. */
import { sql, string } from '../../../engines/store/sql.ts';
import {
  print,
  type FormatStage,
  type ReturnStage,
  type SearchExpression,
} from '../../../language/index.ts';
import { refuse, type CompileContext } from './context.ts';
import { groupedRows } from './grouped-rows.ts';
import type { Relation } from './relation.ts';
import {
  filterFields,
  readHanded,
  returnedFields,
  rowsOfLast,
  type HandedOver,
} from './subsearch-filter.ts';

export async function handedOverRows(
  context: CompileContext,
  relation: Relation,
  stage: FormatStage | ReturnStage,
): Promise<Relation> {
  const fields = stage.kind === 'return' ? returnedFields(stage) : filterFields(relation);
  const rows = await readHanded(context, relation, fields, rowsOfLast(stage), stage);
  const search = printSearch(rows.flatMap((row) => rowSearch(fields, row)));
  if (search.length > SEARCH_CHARACTERS_MAX) {
    throw refuse(stage, 'The expanded search is too long. Return fewer rows.');
  }
  const text = string(search);
  const values = [['search', { kind: 'text', sql: sql`search` }]] as const;
  return groupedRows(sql`(SELECT toNullable(${text}) AS search)`, [], values);
}

const SEARCH_CHARACTERS_MAX = 30_000;
const PLACE = { start: 0, end: 0 };

function rowSearch(fields: readonly HandedOver[], row: readonly string[]): SearchExpression[] {
  const operands = fields.flatMap(({ name }, i): SearchExpression[] => {
    const value = row[i] ?? '';
    if (value === '') return [];
    const pattern = [value] as const;
    if (name === undefined) return [{ kind: 'term', match: 'word', pattern, ...PLACE }];
    return [
      {
        kind: 'comparison',
        field: { kind: 'field', name, ...PLACE },
        operator: '=',
        value: { kind: 'value', match: 'word', pattern, ...PLACE },
        ...PLACE,
      },
    ];
  });
  const [only] = operands;
  if (only === undefined) return [];
  return operands.length === 1 ? [only] : [{ kind: 'and', operands, ...PLACE }];
}

/** Nothing to look for finds nothing. */
function printSearch(rows: readonly SearchExpression[]): string {
  const [only] = rows;
  if (only === undefined) return 'NOT *';
  const expression: SearchExpression =
    rows.length === 1 ? only : { kind: 'or', operands: rows, ...PLACE };
  const search = { kind: 'search', expression, earliest: undefined, latest: undefined, ...PLACE };
  return print({ kind: 'query', stages: [search as never], ...PLACE });
}
