import { parseSync, type Comment, type Expression, type ObjectExpression } from 'oxc-parser';

/**
 * The doc comment of every leaf of an exported table, by dotted path. A leaf without one has the empty text.
 */
export function readComments(file: string, text: string, table: string): Map<string, string> {
  const { program, comments, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file} cannot be read: ${error.message}`);

  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    if (statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type !== 'Identifier' || id.name !== table) continue;
      const object = init === null ? undefined : objectIn(init);
      if (object !== undefined) return new Map(leaves(object, '', { text, comments }));
    }
  }
  throw new Error(`${file} exports no table called ${table}.`);
}

interface Source {
  readonly text: string;
  readonly comments: readonly Comment[];
}

function* leaves(
  object: ObjectExpression,
  prefix: string,
  source: Source,
): Generator<[path: string, comment: string]> {
  for (const property of object.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    const path = `${prefix}${property.key.name}`;
    const inner = objectIn(property.value);
    if (inner === undefined) yield [path, commentBefore(property.start, source)];
    else yield* leaves(inner, `${path}.`, source);
  }
}

/** Looks through `as const` and `satisfies`. */
function objectIn(expression: Expression): ObjectExpression | undefined {
  if (expression.type === 'ObjectExpression') return expression;
  const isWrapped =
    expression.type === 'TSAsExpression' || expression.type === 'TSSatisfiesExpression';
  return isWrapped ? objectIn(expression.expression) : undefined;
}

function commentBefore(start: number, { text, comments }: Source): string {
  const comment = comments.find(
    ({ type, value, end }) =>
      type === 'Block' &&
      value.startsWith('*') &&
      end <= start &&
      text.slice(end, start).trim() === '',
  );
  if (comment === undefined) return '';
  const lines = comment.value.slice(1).split('\n');
  return lines
    .map((line) => line.replace(/^\s*\*?\s*/, '').trim())
    .join(' ')
    .trim();
}
