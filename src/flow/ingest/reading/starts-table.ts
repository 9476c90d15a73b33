import type { Unit } from '../../../engines/metadata/metadata.ts';

const STARTS_KEY = 'starts';

/** Which start of any node this is, counted from the first of the installation. */
export async function countStart({ db }: Unit, now: number): Promise<number> {
  const row = { key: STARTS_KEY, value: '0', changed_at: now };
  await db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const before = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', STARTS_KEY)
    .executeTakeFirstOrThrow();
  const value = String(Number(before.value) + 1);
  await db
    .updateTable('settings')
    .set({ ...row, value })
    .where('key', '=', STARTS_KEY)
    .execute();
  return Number(value);
}
