/**
 * Two organizations with the same people, the same states and times, and every statement that is asked for one of
 * them: it answers and changes as if the other one were not there, whatever ids it is given.
 */
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import { systemClock } from '../src/base/clock.ts';
import { silentLog } from '../src/base/log.ts';
import type { Metadata, Unit } from '../src/engines/metadata/metadata.ts';
import { openSqlite } from '../src/engines/metadata/sqlite/open-sqlite.ts';
import { isPerson, makeArgument, UNKNOWN, type Given } from './support/metadata/make-argument.ts';
import { newTestFile } from './support/open-test-metadata.ts';
import { readTableFunctions, type TableFunction } from './support/metadata/table-functions.ts';
import {
  putRows,
  readTables,
  ROWS_EACH,
  type Scope,
  type Table,
} from './support/metadata/tenant-rows.ts';

const NEEDS = { clock: systemClock, log: silentLog };

test('no statement of one organization reads, counts or changes rows of another', async (t) => {
  const isOfOrganization = ({ parameters }: TableFunction): boolean =>
    parameters.some(({ type }) => /\bOrganizationId\b/.test(type));
  await compare(t, 'organization', isOfOrganization, UNREACHED);
});

test('no statement of one person reads, counts or changes rows of another', async (t) => {
  const isOfPerson = ({ parameters }: TableFunction): boolean => parameters.some(isPerson);
  await compare(t, 'person', isOfPerson, UNREACHED_OF_PEOPLE);
});

/** Functions that find and change nothing with what is made up here, and why. */
const UNREACHED: Readonly<Record<string, string>> = {
  'src/features/agents/records/agent-clients-table.ts forgetClients':
    'a made-up organization has no more clients than are kept',
  'src/features/alerts/tables/alert-delivery-items-table.ts countStormFiring':
    'counts through three tables whose made-up rows do not fit together',
  'src/features/alerts/tables/alert-batches-table.ts removeEmptyBatch':
    'each made-up batch has a rule',
  'src/features/alerts/tables/alert-events-table.ts noteEvents': 'only adds rows',
  'src/features/evaluation/checks/check-runs-table.ts insertCheckHistory':
    'only adds a row, and each made-up organization has one',
  'src/features/services/measuring/kpi-outbox-table.ts putInOutbox': 'only adds rows',
  'src/guard/audit/audit-entries-table.ts readUnnumbered': 'each made-up entry has a number',
  'src/guard/access/members/members-table.ts insertMember': 'only adds a row',
  'src/guard/identity/scim/directory-table.ts addGroupMembers': 'only adds rows',
  'src/guard/access/operators/operator-entries-table.ts wasDeleted':
    'no made-up organization has been deleted',
  'src/guard/access/organizations/organizations-table.ts removeOrganization':
    'what hangs on an organization is removed by others before',
};
const UNREACHED_OF_PEOPLE: Readonly<Record<string, string>> = {
  'src/guard/access/invitations/invitations-table.ts isAddressConfirmed':
    'is asked for an address, which only one person can have',
  'src/guard/access/members/suspended-members-table.ts holdsNothing':
    'is true of people without any rows, and both have some',
  'src/guard/accounts/links-table.ts dropLinks': 'links name people in a column of any text',
  'src/guard/access/operators/operators-table.ts insertOperator': 'only adds a row',
  'src/guard/access/organizations/organizations-table.ts readOwnOrganization':
    'there is one organization here, which one of the two has made',
  'src/guard/access/organizations/organizations-table.ts renameCreatedBy':
    'there is one organization here, which one of the two has made',
  'src/guard/access/organizations/organizations-table.ts setPlanOfCreator':
    'there is one organization here, which one of the two has made',
  'src/guard/accounts/links-table.ts createLink': 'only adds a row',
  'src/guard/accounts/second-factor/second-factors-table.ts takeRecoveryCode':
    'asks for the hash of person and code, which no made-up row has',
};

/** Calls each function for one side, with and without the other side's rows. */
async function compare(
  t: TestContext,
  scope: Scope,
  isWanted: (each: TableFunction) => boolean,
  unreached: Readonly<Record<string, string>>,
): Promise<void> {
  const functions = readTableFunctions().filter(isWanted);
  const { single, both, tables } = await openStores(t, scope);
  const wrong: string[] = [];
  const idle: string[] = [];
  for (const each of functions) {
    const name = `${each.file} ${each.name}`;
    const called = await load(each);
    const seen = tablesChangedBy(each, tables);
    let reached = 0;
    for (const given of GIVEN) {
      const own = argumentsOf(each, { ...given, side: 'a', scope }, tables);
      const others = argumentsOf(each, { ...given, side: 'b', scope }, tables);
      if (own === undefined || others === undefined || reached === REACHED_MAX) break;
      // What would be found or changed if the organization did not matter.
      const reach = await run(both, called, others, seen);
      if (!reach.hasEffect) continue;
      reached += 1;
      const alone = await run(single, called, own, seen);
      const beside = await run(both, called, own, seen);
      if (alone.told !== beside.told) wrong.push(`${name}, given ${given.text}: ${beside.told}`);
    }
    if (reached === 0) idle.push(name);
  }
  t.diagnostic(`${functions.length} functions of ${tables.length} tables`);
  assert.deepEqual(wrong, []);
  const advice = 'find nothing: teach make-argument.ts what they take, or list them with a reason';
  const missed = idle.filter((name) => !Object.hasOwn(unreached, name));
  assert.deepEqual(missed, [], `${missed.join(', ')} ${advice}`);
  const listed = Object.keys(unreached).filter((name) => !idle.includes(name));
  assert.deepEqual(listed, [], `${listed.join(', ')} need not be listed any more`);
}

/** Texts that name rows of either organization, and times before, at and after all of them. */
const GIVEN: readonly Omit<Given, 'side' | 'scope'>[] = (['b', 'a'] as const).flatMap((side) =>
  Array.from({ length: ROWS_EACH }, (_, k) => k).flatMap((k) =>
    [1, 1_000 + k, 1_100 + k, 1e12].map((number) => ({ text: `${side}${k}`, k, number })),
  ),
);

/** Calls of one function that find something; each is compared. */
const REACHED_MAX = 6;

type Called = (...args: unknown[]) => Promise<unknown>;

async function load({ file, name }: TableFunction): Promise<Called> {
  const module = (await import(`../${file}`)) as Record<string, Called>;
  const found = module[name];
  assert.ok(found !== undefined, `${file} exports no ${name}`);
  return found;
}

function argumentsOf(
  { parameters }: TableFunction,
  given: Given,
  tables: readonly Table[],
): unknown[] | undefined {
  const made = parameters.map((parameter) => makeArgument(parameter, given, tables));
  return made.includes(UNKNOWN) ? undefined : made;
}

/** A store that every call leaves as it was. */
interface Store {
  readonly metadata: Metadata;
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Stores {
  readonly single: Store;
  readonly both: Store;
  readonly tables: readonly Table[];
}

async function openStores(t: TestContext, scope: Scope): Promise<Stores> {
  const { path } = await newTestFile(t);
  const tables = readTables(path);
  const other = join(path, '../both.db');
  copyFileSync(path, other);
  putRows(path, tables, { scope, side: 'a' });
  // The other side's rows first: whoever forgets to ask whose a row is gets one of theirs.
  putRows(other, tables, { scope, side: 'b' });
  putRows(other, tables, { scope, side: 'a' });
  const open = async (file: string): Promise<Store> => {
    const metadata = await openSqlite(NEEDS, file);
    t.after(() => metadata[Symbol.asyncDispose]());
    const rows = new Map<string, ReadonlySet<string>>();
    for (const { name } of tables) rows.set(name, await rowsOf(metadata, name));
    return { metadata, rows };
  };
  return { single: await open(path), both: await open(other), tables };
}

interface Outcome {
  /** What came back and what is different afterwards, as text. */
  readonly told: string;
  readonly hasEffect: boolean;
}

class RolledBack extends Error {}

async function run(
  { metadata, rows }: Store,
  called: Called,
  args: readonly unknown[],
  seen: readonly string[],
): Promise<Outcome> {
  let outcome: Outcome | undefined;
  await metadata
    .transaction(async (unit) => {
      const before = await countChanges(unit);
      const [answer, hasAnswer] = await ask(called, args, unit);
      const isChanged = (await countChanges(unit)) > before;
      let changes = isChanged ? await changesOf(rows, unit, seen) : '';
      // Written by something that the file calls.
      if (isChanged && changes === '') changes = await changesOf(rows, unit, [...rows.keys()]);
      outcome = { told: withoutIds(`${answer}${changes}`), hasEffect: hasAnswer || changes !== '' };
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) outcome ??= { told: String(error), hasEffect: false };
    });
  assert.ok(outcome !== undefined);
  return outcome;
}

async function ask(
  called: Called,
  args: readonly unknown[],
  unit: Unit,
): Promise<[text: string, hasAnswer: boolean]> {
  const real = args.map((each) => (each === 'unit' ? unit : each === 'db' ? unit.db : each));
  try {
    const answer = await called(...real);
    const text = inspect(answer, { depth: 9, maxArrayLength: null, maxStringLength: null });
    const isEmpty = /^(?:undefined|null|false|0|0n|\[\]|\{\}|(?:Map|Set)\(0\) \{\})$/.test(text);
    return [text, !isEmpty];
  } catch (error) {
    // Made-up rows hold no JSON: whoever reads one has found it.
    return [`throws ${String(error)}`, error instanceof SyntaxError];
  }
}

async function countChanges({ db }: Unit): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT total_changes() AS count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Ids that are made anew with every call. */
function withoutIds(text: string): string {
  return text.replaceAll(/\b(?:[a-z]+_)?[A-Za-z0-9]{20,}\b/g, 'id');
}

/** Every row that is there now and was not before, or the other way round. */
async function changesOf(
  before: Store['rows'],
  unit: Unit,
  tables: readonly string[],
): Promise<string> {
  const changes: string[] = [];
  for (const table of tables) {
    const was = before.get(table) ?? new Set();
    const is = await rowsOf(unit, table);
    changes.push(...[...was.difference(is)].map((row) => `- ${table} ${row}`));
    changes.push(...[...is.difference(was)].map((row) => `+ ${table} ${row}`));
  }
  return changes
    .toSorted()
    .map((change) => `\n${change}`)
    .join('');
}

async function rowsOf({ db }: Pick<Unit, 'db'> | Pick<Metadata, 'db'>, table: string) {
  const { rows } = await sql`SELECT * FROM ${sql.table(table)}`.execute(db);
  return new Set(rows.map((row) => JSON.stringify(row)));
}

/** The tables that a file writes to, and those whose rows go with theirs. */
function tablesChangedBy({ file }: TableFunction, tables: readonly Table[]): string[] {
  const writes = /\b(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g;
  const text = readFileSync(file, 'utf8');
  const changed = new Set([...text.matchAll(writes)].map(([, name = '']) => name));
  for (const parent of changed) {
    for (const { name, parents } of tables) if (parents.includes(parent)) changed.add(name);
  }
  return [...changed];
}
