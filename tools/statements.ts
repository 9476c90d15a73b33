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
  'src/guard/access/credentials/access-tokens.ts': 'is still to be moved',
  'src/guard/access/credentials/create-api-key.ts': 'is still to be moved',
  'src/guard/access/credentials/find-credential.ts': 'is still to be moved',
  'src/guard/access/credentials/revoke-api-key.ts': 'is still to be moved',
  'src/guard/access/elevation/end-elevations.ts': 'is still to be moved',
  'src/guard/access/elevation/manage-elevations.ts': 'is still to be moved',
  'src/guard/access/invitations/manage-invitations.ts': 'is still to be moved',
  'src/guard/access/invitations/own-invitations.ts': 'is still to be moved',
  'src/guard/access/members/manage-members.ts': 'is still to be moved',
  'src/guard/access/members/membership.ts': 'is still to be moved',
  'src/guard/access/members/standing-role.ts': 'is still to be moved',
  'src/guard/access/note-use.ts': 'is still to be moved',
  'src/guard/access/operators/claim-installation.ts': 'is still to be moved',
  'src/guard/access/operators/manage-all-organizations.ts': 'is still to be moved',
  'src/guard/access/operators/manage-operators.ts': 'is still to be moved',
  'src/guard/access/operators/operator-entries.ts': 'is still to be moved',
  'src/guard/access/organizations/billing.ts': 'is still to be moved',
  'src/guard/access/organizations/change-organization.ts': 'is still to be moved',
  'src/guard/access/organizations/create-organization.ts': 'is still to be moved',
  'src/guard/access/organizations/delete-organization.ts': 'is still to be moved',
  'src/guard/access/organizations/organization-facts.ts': 'is still to be moved',
  'src/guard/access/organizations/own-organizations.ts': 'is still to be moved',
  'src/guard/accounts/create-first-user.ts': 'is still to be moved',
  'src/guard/accounts/end-access.ts': 'is still to be moved',
  'src/guard/accounts/forget-expired.ts': 'is still to be moved',
  'src/guard/accounts/open-sign-up.ts': 'is still to be moved',
  'src/guard/audit/record-audit.ts': 'is still to be moved',
  'src/guard/audit/ship-audit.ts': 'is still to be moved',
  'src/guard/limits/plan-limits.ts': 'is still to be moved',
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
  for (const file of idle)
    process.stdout.write(`${file} needs no exception in tools/statements.ts\n`);
  process.stdout.write(`${files.length} files, ${strays.length} stray statements\n`);
  if (strays.length + idle.length > 0) process.exitCode = 1;
}

if (import.meta.main) main();
