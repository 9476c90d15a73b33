import { sql, type RawBuilder } from 'kysely';
import type { Metadata, Unit } from '../metadata/metadata.ts';
import { ClaimLost, type DueColumns, type DueWork, type NextTime } from './due-work.ts';

/** The table of some work and the column of its owners; both are names of ours. */
type Rows = Pick<DueWork<never>, 'name' | 'table'> & { readonly owner?: string | undefined };

export interface Taking {
  readonly holder: string;
  readonly now: number;
  readonly leaseUntil: number;
  readonly rowsMax: number;
  readonly perOwnerMax: number;
  /** How many rows of an owner this node works on already. */
  readonly busy: ReadonlyMap<string, number>;
}

/**
 * Claims rows that are due and unclaimed, owners in turn. Returns the rows as they were before, except for the claim.
 */
export async function claimRows<Row extends DueColumns>(
  { transaction, dialect }: Pick<Metadata, 'transaction' | 'dialect'>,
  rows: Rows,
  taking: Taking,
): Promise<Row[]> {
  const { holder, leaseUntil } = taking;
  const table = sql.table(rows.table);
  // On SQLite one transaction runs at a time; on PostgreSQL each must pass over what others are taking.
  const lock = dialect === 'postgres' ? sql`for update skip locked` : sql``;
  return transaction(async ({ db }) => {
    const free = await sql<Row>`
      select * from ${table}
      where id in (${chosenIds(rows, taking)}) and ${isFree(taking.now)}
      order by due_at, id ${lock}`.execute(db);
    if (free.rows.length === 0) return [];
    const ids = sql.join(free.rows.map(({ id }) => id));
    await sql`
      update ${table}
      set claimed_by = ${holder}, lease_until = ${leaseUntil}, fence = fence + 1, attempts = attempts + 1
      where id in (${ids})`.execute(db);
    return free.rows.map((row) => ({
      ...row,
      claimed_by: holder,
      lease_until: leaseUntil,
      fence: row.fence + 1,
      attempts: row.attempts + 1,
    }));
  });
}

function chosenIds({ table, owner }: Rows, taking: Taking): RawBuilder<unknown> {
  const { now, rowsMax, perOwnerMax, busy } = taking;
  if (owner === undefined) {
    return sql`
      select id from ${sql.table(table)} where ${isFree(now)} order by due_at, id limit ${rowsMax}`;
  }
  const cases = [...busy].map(([name, count]) => sql`when ${name} then ${sql.lit(count)}`);
  const ahead =
    cases.length === 0 ? sql`0` : sql`case ${sql.ref(owner)} ${sql.join(cases, sql` `)} else 0 end`;
  // Rows of an owner that are in progress count as its first turns.
  return sql`
    select id from (
      select id, due_at,
        row_number() over (partition by ${sql.ref(owner)} order by due_at, id) + ${ahead} as turn
      from ${sql.table(table)} where ${isFree(now)}
    ) as waiting
    where turn <= ${perOwnerMax}
    order by turn, due_at, id limit ${rowsMax}`;
}

function isFree(now: number): RawBuilder<unknown> {
  return sql`due_at <= ${now} and (lease_until is null or lease_until <= ${now})`;
}

/** A sign of life for all of them. Answers with the fences of those that are still this holder's. */
export async function renewRows(
  { db }: Pick<Metadata, 'db'>,
  rows: Rows,
  { holder, ids, leaseUntil }: { holder: string; ids: readonly string[]; leaseUntil: number },
): Promise<ReadonlyMap<string, number>> {
  const renewed = await sql<Pick<DueColumns, 'id' | 'fence'>>`
    update ${sql.table(rows.table)} set lease_until = ${leaseUntil}
    where id in (${sql.join(ids)}) and claimed_by = ${holder} and lease_until is not null
    returning id, fence`.execute(db);
  return new Map(renewed.rows.map(({ id, fence }) => [id, fence]));
}

/** Releases one row, within the caller's transaction. */
export async function settleRow(
  { db }: Unit,
  rows: Rows,
  { id, fence, due_at: claimedDueAt }: DueColumns,
  { dueAt, attempts = 0 }: NextTime,
): Promise<void> {
  const next =
    dueAt === null
      ? sql`null`
      : sql`case when due_at <> ${claimedDueAt} and due_at < ${dueAt} then due_at else ${dueAt} end`;
  const settled = await sql`
    update ${sql.table(rows.table)}
    set due_at = ${next}, attempts = ${attempts}, lease_until = null, claimed_by = null
    where id = ${id} and fence = ${fence} and lease_until is not null
    returning id`.execute(db);
  if (settled.rows.length === 0) throw new ClaimLost(rows.name, id);
}

export interface Outlook {
  /** When the first unclaimed row is due. */
  readonly nextDueAt: number | null;
  /** When the first claim lapses. */
  readonly nextLapseAt: number | null;
}

/** Reads two ends of two indexes, so that a node can look often. */
export async function readOutlook({ db }: Pick<Metadata, 'db'>, rows: Rows): Promise<Outlook> {
  const table = sql.table(rows.table);
  const answer = await sql<Outlook>`
    select
      (select due_at from ${table} where due_at is not null and lease_until is null
        order by due_at limit 1) as "nextDueAt",
      (select lease_until from ${table} where lease_until is not null
        order by lease_until limit 1) as "nextLapseAt"`.execute(db);
  const [outlook] = answer.rows;
  return outlook ?? { nextDueAt: null, nextLapseAt: null };
}

export async function countDue(
  { db }: Pick<Metadata, 'db'>,
  rows: Rows,
  now: number,
): Promise<number> {
  const answer = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(rows.table)} where ${isFree(now)}`.execute(db);
  return answer.rows[0]?.count ?? 0;
}
