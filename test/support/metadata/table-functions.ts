/** The functions of `…-table.ts` files and what they take, read from their sources. */
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

export interface Parameter {
  readonly name: string;
  /** As it is written. */
  readonly type: string;
  /** What the type is, when it is an interface of the same file. */
  readonly meaning?: string | undefined;
}

export interface TableFunction {
  readonly file: string;
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Those that are exported and talk to the metadata store. */
export function readTableFunctions(): TableFunction[] {
  return globSync('src/**/*-table.ts')
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const isStatements = /engines\/metadata\/|from 'kysely'/.test(text);
      return isStatements ? functionsOf(file, text) : [];
    });
}

function functionsOf(file: string, text: string): TableFunction[] {
  const { program } = parseSync(file, text);
  return (program.body as unknown as Node[]).flatMap((statement) => {
    const declared = statement['declaration'] as Node | null | undefined;
    const isFunction =
      statement.type === 'ExportNamedDeclaration' && declared?.type === 'FunctionDeclaration';
    if (!isFunction || declared['async'] !== true) return [];
    const parameters = (declared['params'] as Node[]).map((each) => parameterOf(each, text));
    return [{ file, name: (declared['id'] as { name: string }).name, parameters }];
  });
}

function parameterOf(node: Node, text: string): Parameter {
  const inner = node.type === 'AssignmentPattern' ? (node['left'] as Node) : node;
  const annotation = inner['typeAnnotation'] as Node | null | undefined;
  const type = annotation === null || annotation === undefined ? '' : textOf(annotation, text);
  const name = typeof inner['name'] === 'string' ? inner['name'] : '';
  const written = type.replace(/^:\s*/, '');
  return { name, type: written, meaning: interfaceOf(written, text) };
}

function textOf({ start, end }: Node, text: string): string {
  return text.slice(start, end).replaceAll(/\s+/g, ' ').trim();
}

/** `{ readonly a: string; readonly b: number }`, without what may be left out. */
function interfaceOf(type: string, text: string): string | undefined {
  if (!/^\w+$/.test(type)) return undefined;
  const body = new RegExp(`interface ${type} \\{\\n(.*?)\\n\\}`, 's').exec(text)?.[1];
  const fields = body
    ?.replaceAll(/\/\*.*?\*\//gs, '')
    .split(';')
    .map((field) => field.trim())
    .filter((field) => field !== '' && !field.includes('?:'));
  return fields === undefined || fields.length === 0 ? undefined : `{ ${fields.join('; ')} }`;
}
