/**
 * DuckDB searches for conditions twice below each level that groups or numbers its rows, and twice again at each level
 * below: with thirty levels it never ends, and cannot be stopped. So every few levels become a separate table in front
 * of the statement, which is planned once.
 */
import { partsOf } from './parts-of.ts';
import type { Expression, Select } from './tree.ts';
import { isAggregate } from './write-aggregate.ts';
import type { WrittenQuery } from './writer.ts';

export interface TablesInFront {
  /** Returns the text that represents the query after FROM. */
  read(query: WrittenQuery): { readonly text: string; readonly levels: number };
  /** Precedes the statement that reads the tables. */
  text(): string;
}

/** Each of these levels doubles the planning time, which still remains a few milliseconds. */
const LEVELS_MAX = 6;

export function createTablesInFront(): TablesInFront {
  const tables: string[] = [];
  return {
    read({ text, levels, isExpanded }) {
      // Rows that are to stay in their order would lose it in a table.
      if (levels < LEVELS_MAX || isExpanded) return { text: `(${text})`, levels };
      const name = `"rows ${tables.length + 1}"`;
      tables.push(`${name} AS MATERIALIZED (${text})`);
      return { text: name, levels: 0 };
    },
    text: () => (tables.length === 0 ? '' : `WITH ${tables.join(', ')} `),
  };
}

/** Whether the rows of a SELECT are groups, or numbered. */
export function isPlannedTwice(select: Select): boolean {
  const { items, groupBy, orderBy, limitBy, isDistinct, having } = select;
  const isGrouped = isDistinct || groupBy.length > 0 || having !== undefined;
  if (isGrouped || limitBy !== undefined) return true;
  const keys = orderBy.map(({ key }) => key);
  const all = [
    ...items.flatMap((item) => (item.kind === 'star' ? [] : [item.expression])),
    ...keys,
  ];
  return all.some(isOfSeveralRows);
}

function isOfSeveralRows(expression: Expression): boolean {
  const isIt =
    expression.kind === 'call' && (expression.over !== undefined || isAggregate(expression.name));
  return isIt || partsOf(expression).some(isOfSeveralRows);
}
