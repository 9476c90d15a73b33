import type { Kysely, Selectable } from 'kysely';
import type { Unit } from '../metadata/metadata.ts';
import type { Tables } from '../metadata/tables.ts';
import type { LeaseRow } from '../metadata/tables/schedule.ts';

export type LeaseState = Readonly<Selectable<LeaseRow>>;

/** Reads the job's row; creates one for a new job, due at the given time. */
export async function readLease(
  db: Kysely<Tables>,
  name: string,
  firstDueAt: number,
): Promise<LeaseState> {
  const known = await findLease(db, name);
  if (known !== undefined) return known;
  await db
    .insertInto('leases')
    .values({ name, holder: null, fence: 0, renewals: 0, due_at: firstDueAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const added = await findLease(db, name);
  if (added === undefined) throw new Error(`the lease ${name} disappeared`);
  return added;
}

/** Takes the lease unless anything has happened to it since it was read. Undefined when it has. */
export async function takeLease(
  db: Kysely<Tables>,
  seen: LeaseState,
  holder: string,
): Promise<LeaseState | undefined> {
  return db
    .updateTable('leases')
    .set({ holder, fence: seen.fence + 1, renewals: 0 })
    .where('name', '=', seen.name)
    .where('fence', '=', seen.fence)
    .where('renewals', '=', seen.renewals)
    .returningAll()
    .executeTakeFirst();
}

/** A sign of life. False when another node has taken the lease. */
export async function renewLease(
  db: Kysely<Tables>,
  { name, fence }: LeaseState,
): Promise<boolean> {
  const renewed = await db
    .updateTable('leases')
    .set((row) => ({ renewals: row('renewals', '+', 1) }))
    .where('name', '=', name)
    .where('fence', '=', fence)
    .returning('renewals')
    .execute();
  return renewed.length > 0;
}

/** Gives the lease back; does nothing when another node has taken it. */
export async function giveBackLease(
  db: Kysely<Tables>,
  { name, fence }: LeaseState,
  dueAt: number,
): Promise<void> {
  await db
    .updateTable('leases')
    .set((row) => ({ holder: null, renewals: row('renewals', '+', 1), due_at: dueAt }))
    .where('name', '=', name)
    .where('fence', '=', fence)
    .execute();
}

export async function holdLease(unit: Unit, { name, fence }: LeaseState): Promise<void> {
  if (!(await unit.lockRow('leases', { name, fence }))) {
    throw new Error(`the lease ${name} was lost to another node`);
  }
}

async function findLease(db: Kysely<Tables>, name: string): Promise<LeaseState | undefined> {
  return db.selectFrom('leases').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Used after a restore: the former holders no longer exist. */
export async function endLeases({ db }: Unit): Promise<void> {
  await db.deleteFrom('leases').execute();
}
