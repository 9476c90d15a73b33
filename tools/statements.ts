/**
 * Where statements on the metadata store may stand: in files named `…-table.ts` of the room that owns the table, so that
 * whoever asks who reads or changes it looks at those alone. `engines/metadata/tables/<room>.ts` says what a room owns.
 *
 *   node tools/statements.ts
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Any table: the name is not written out. */
const ANY = '*';

/** Files that may contain their own statements, and the reason. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'src/engines/metadata/migrations/migrate.ts': 'keeps the history of the schema itself',
  'src/engines/metadata/create-unit.ts': 'locks rows of any table',
  'src/engines/metadata/organization-rows.ts':
    'has the usual statements for tables that name their organization',
};

/** Tables that a room of others reads or changes, by its folder, and why. */
export const LENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/guard/limits': { organizations: 'a plan and its terms are columns of the organization' },
  'src/guard/audit': {
    organizations: 'entries of those that are gone stay for the operator',
    audit_streams: 'entries stay longer where a stream may have to repeat them',
  },
  'src/guard/access': {
    users: 'members, invitations and operators are shown with the names of people',
    sessions: 'which organization a session is in is for access to say',
    domains: 'people of verified domains may have to sign in through a connection',
  },
  'src/guard/identity': {
    sessions: 'a connection that is removed takes along whoever signed in through it',
  },
  'src/flow/indexes': { organizations: 'how long events are kept is a column of the organization' },
  'src/flow/search': { organizations: 'a deletion is repeated where its organization still is' },
  'src/features/migration': { organizations: 'it counts the events of each' },
  'src/features/backup': {
    [ANY]: 'a ledger lists what every room has, and a restore ends ways out of an organization',
  },
};

const STATEMENT =
  /(?:\.\s*|\b(?=organizationRows\b))(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|organizationRows)\s*(?:<[^>]*>)?\(/g;
/** What a statement is on; a name that is not written out may be any table. */
const NAMED =
  /(?:\.\s*(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|using|\w+Join)|\borganizationRows)\s*(?:<[^>]*>)?\(\s*(\[[^\]]*\]|'[^']*'|\w+\s*\))/g;

export interface Stray {
  readonly file: string;
  readonly line: number;
  readonly statement: string;
}

/** Every statement in the given sources, by path from the root, that is in the wrong file. */
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

/** Which room owns which table, by the files of `engines/metadata/tables`. */
export function readOwners(sources: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const owned = [...sources].flatMap(([file, text]) => {
    if (!file.startsWith('src/engines/metadata/tables/')) return [];
    const tables = /interface Tables \{([^}]*)\}/.exec(text)?.[1] ?? '';
    return [...tables.matchAll(/^\s*(\w+):/gm)].map(
      ({ 1: table = '' }) => [table, basename(file, '.ts')] as const,
    );
  });
  return new Map(owned);
}

export interface Foreign {
  readonly file: string;
  readonly line: number;
  readonly table: string;
  /** The room that owns it. */
  readonly owner: string;
}

/** Every statement on another room's table that was not explicitly permitted. */
export function findForeign(sources: ReadonlyMap<string, string>): Foreign[] {
  return statementsOnOthers(sources).filter(({ file, table }) => {
    const lent = LENT[roomOf(file)] ?? {};
    return !Object.hasOwn(lent, table) && !Object.hasOwn(lent, ANY);
  });
}

/** What was lent and is not used. */
export function findUnusedLoans(sources: ReadonlyMap<string, string>): string[] {
  const used = new Set(
    statementsOnOthers(sources).flatMap(({ file, table }) => [
      `${roomOf(file)} ${table}`,
      `${roomOf(file)} ${ANY}`,
    ]),
  );
  return Object.entries(LENT)
    .flatMap(([room, tables]) => Object.keys(tables).map((table) => `${room} ${table}`))
    .filter((loan) => !used.has(loan));
}

function statementsOnOthers(sources: ReadonlyMap<string, string>): Foreign[] {
  const owners = readOwners(sources);
  return [...sources].flatMap(([file, text]) => {
    if (!file.endsWith('-table.ts')) return [];
    return [...text.matchAll(NAMED)].flatMap(({ 1: given = '', index }) => {
      const named = [...given.matchAll(/'(\w+)/g)].map(({ 1: table = '' }) => table);
      const line = text.slice(0, index).split('\n').length;
      return (named.length > 0 ? named : [ANY]).flatMap((table) => {
        const owner = table === ANY ? 'some room' : owners.get(table);
        return owner === undefined || owner === basename(roomOf(file))
          ? []
          : [{ file, line, table, owner }];
      });
    });
  });
}

/** The folder of a room or an engine: `src/guard/access`, `src/engines/mail`. */
function roomOf(file: string): string {
  return file.split('/').slice(0, 3).join('/');
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
  const foreign = findForeign(sources);
  for (const { file, line, table, owner } of foreign) {
    process.stdout.write(`${file}:${line}: ${table} belongs to ${owner}\n`);
  }
  const unused = findUnusedLoans(sources);
  for (const loan of unused) process.stdout.write(`${loan} need not be lent\n`);
  const found = strays.length + foreign.length;
  process.stdout.write(
    `${files.length} files, ${found} statements that stand where they should not\n`,
  );
  if (found + idle.length + unused.length > 0) process.exitCode = 1;
}

if (import.meta.main) main();
