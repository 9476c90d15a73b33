import { sql } from '../../../../engines/store/sql.ts';
import type { SpathStage } from '../../../../language/index.ts';
import { computedOnce } from '../computed-once.ts';
import { jsonValue } from '../functions/json-path.ts';
import { fieldValue, type Relation, withField } from '../relation.ts';
import { textOf, type Value } from '../value.ts';
import type { CompileContext } from '../context.ts';

/** Events are taken apart when they come in: without a path there is nothing left to do. */
export function compileSpath(
  context: CompileContext,
  relation: Relation,
  stage: SpathStage,
): Relation {
  const { path, options } = stage;
  if (path === undefined) return relation;
  const found = computedOnce(context, fieldValue(relation, options.input), (input) =>
    jsonValue(textOf(input), path, stage),
  );
  const own = fieldValue(relation, path);
  const isRaw = options.input === '_raw' || options.input === 'event';
  const value: Value =
    found.kind === 'multi' || !isRaw
      ? found
      : { kind: 'any', sql: sql`coalesce(toString(${textOf(own)}), ${found.sql})` };
  return withField(relation, options.output ?? path, value);
}
