/**
 * Where statements on the metadata store may stand: in files named `…-table.ts`, so that whoever asks who reads or
 * changes a table looks at those alone.
 *
 *   node tools/statements.ts
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Files with statements of their own, and why. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'src/engines/metadata/migrations/migrate.ts': 'keeps the history of the schema itself',
  'src/engines/metadata/create-unit.ts': 'locks rows of any table',
  'src/engines/metadata/newest-first.ts': 'pages the statement it is given',
};

const STATEMENT =
  /\.\s*(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\s*(?:<[^>]*>)?\(/g;

export interface Stray {
  readonly file: string;
  readonly line: number;
  readonly statement: string;
}

/** Every statement of the given sources, by path from the root, that stands where it should not. */
export function findStrays(sources: ReadonlyMap<string, string>): Stray[] {
  return [...sources].flatMap(([file, text]) => {
    if (file.endsWith('-table.ts') || Object.hasOwn(ELSEWHERE, file)) return [];
    return [...text.matchAll(STATEMENT)].map(({ 1: statement = '', index }) => ({
      file,
      line: text.slice(0, index).split('\n').length,
      statement,
    }));
  });
}

/** Exceptions that nothing needs any more. */
export function findIdle(sources: ReadonlyMap<string, string>): string[] {
  return Object.keys(ELSEWHERE).filter((file) => {
    const text = sources.get(file) ?? '';
    return text.search(STATEMENT) < 0 && !text.includes("from 'kysely'");
  });
}

function main(): void {
  const root = dirname(import.meta.dirname);
  const files = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(test|suite)\.ts$/.test(file),
  );
  const sources = new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]));
  const strays = findStrays(sources);
  for (const { file, line, statement } of strays) {
    process.stdout.write(`${file}:${line}: ${statement} belongs into a …-table.ts\n`);
  }
  const idle = findIdle(sources);
  for (const file of idle) {
    process.stdout.write(`${file} needs no exception in tools/statements.ts\n`);
  }
  process.stdout.write(`${files.length} files, ${strays.length} stray statements\n`);
  if (strays.length + idle.length > 0) process.exitCode = 1;
}

if (import.meta.main) main();
