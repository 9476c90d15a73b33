/** The fields of a data model, on the rows of one of its datasets. */
import { sql, string } from '../../../engines/store/sql.ts';
import { baseField, fieldOf } from '../../../language/index.ts';
import { compileEval } from './commands/eval.ts';
import type { CompileContext, ModelRows } from './context.ts';
import { fieldValue, type Relation, withField } from './relation.ts';

/** Adds these fields to the rows, each under the name used in the query: `Processes.user`. */
export function withModelFields(
  context: CompileContext,
  { rows, lineage, readField }: ModelRows,
  names: Iterable<string>,
): Relation {
  let done = rows;
  for (const name of new Set(names)) {
    const base = baseField(lineage, name);
    if (base === undefined) continue;
    const expression = fieldOf(lineage, base)?.expression ?? null;
    done =
      expression === null
        ? withField(done, name, fieldValue(rows, base))
        : compileEval(context, done, readField(name, expression));
  }
  const path = lineage.map(({ name }) => name).join('.');
  return withField(done, 'nodename', { kind: 'text', sql: sql`${string(path)}` });
}

/** Every field that the datasets name, with the name of the outermost one in front, or without. */
export function namesOfModel({ lineage }: ModelRows, hasPrefix: boolean): string[] {
  const [root] = lineage;
  const names = lineage.flatMap(({ fields }) => fields.map(({ name }) => name));
  return hasPrefix ? names.map((name) => `${root?.name ?? ''}.${name}`) : names;
}

/** Names of fields anywhere in a subtree; subsearches have their own fields. */
export function namesWithin(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(namesWithin);
  if (typeof part !== 'object' || part === null) return [];
  if ('kind' in part && part.kind === 'subsearch') return [];
  const own =
    'kind' in part && part.kind === 'field' && 'name' in part && typeof part.name === 'string'
      ? [part.name]
      : [];
  return [...own, ...Object.values(part).flatMap(namesWithin)];
}
