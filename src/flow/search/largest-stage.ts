import { join, lengthOf, sql, type Sql } from '../../engines/store/sql.ts';
import type { Stage } from '../../language/index.ts';
import type { CompileContext } from './compile/context.ts';
import { select, type Relation } from './compile/relation.ts';

/** A stage while it is compiled, and the rows it gave afterwards. */
export interface CompiledStage {
  readonly stage: Stage;
  rows?: Relation;
}

/** Takes a stage when it is begun, and its rows when it is done. */
export function noteInto(stages: CompiledStage[] | undefined): CompileContext['noteStage'] {
  return (stage) => {
    const compiled: CompiledStage = { stage };
    stages?.push(compiled);
    return (rows) => {
      compiled.rows = rows;
    };
  };
}

/**
 * The stage to blame if a query is too large: the first one that exceeds the limit, the one being compiled, or the one
 * that added most.
 */
export function largestStage(
  stages: readonly CompiledStage[],
  isTooLarge: (statement: Sql) => boolean,
): Stage | undefined {
  const done = stages.flatMap(({ stage, rows }) =>
    rows === undefined ? [] : [{ stage, statement: withFields(rows) }],
  );
  const first = done.find(({ statement }) => isTooLarge(statement));
  const open = stages.findLast(({ rows }) => rows === undefined);
  if (first !== undefined || open !== undefined) return (first ?? open)?.stage;
  const added = done.map(({ stage, statement }, i) => {
    const before = done[i - 1]?.statement;
    const size = lengthOf(statement) - (before === undefined ? 0 : lengthOf(before));
    return { stage, size };
  });
  return added.toSorted((a, b) => b.size - a.size)[0]?.stage;
}

function withFields(rows: Relation): Sql {
  const columns = [sql`1`, ...Array.from(rows.fields.values(), (value) => value.sql)];
  return select(rows, join(columns, ', '), { isOrdered: true });
}
