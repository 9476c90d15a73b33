import { sql, type Sql } from '../../../../engines/store/sql.ts';
import type { SpathStage } from '../../../../language/index.ts';
import { computedOnce } from '../computed-once.ts';
import { isJsonPath, jsonValue } from '../functions/json-path.ts';
import { fieldsOfJson } from '../fields-of-json.ts';
import { fieldValue, type Relation, withField, withTextFields } from '../relation.ts';
import { textOf, type Value } from '../value.ts';
import type { CompileContext } from '../context.ts';

/** Without a path, every value becomes a field named by its path, if it is used or rows are shown. */
export function compileSpath(
  context: CompileContext,
  relation: Relation,
  stage: SpathStage,
): Relation {
  const { path, options } = stage;
  if (path === undefined) return withJson(relation, options.input);
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

function withJson(relation: Relation, input: string): Relation {
  const text = textOf(fieldValue(relation, input));
  return withTextFields(relation, { text, valueAt, fieldsOf: fieldsOfJson });
}

function valueAt(text: Sql, name: string): Value | undefined {
  return isJsonPath(name) ? jsonValue(text, name, NOWHERE) : undefined;
}

/** A name that is a path has nothing to complain of. */
const NOWHERE = { start: 0 };
