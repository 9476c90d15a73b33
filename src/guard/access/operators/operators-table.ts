import type { UserId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export interface OperatorFacts {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly named_by: string;
  readonly named_at: number;
}

const OPERATORS_MAX = 1_000;

/** Oldest first. */
export async function readOperators(reader: Reader): Promise<OperatorFacts[]> {
  return operatorQuery(reader)
    .orderBy('operators.named_at')
    .orderBy('operators.user_id')
    .limit(OPERATORS_MAX)
    .execute();
}

export async function findOperator(
  reader: Reader,
  user: UserId,
): Promise<OperatorFacts | undefined> {
  return operatorQuery(reader).where('operators.user_id', '=', user).executeTakeFirst();
}

function operatorQuery({ db }: Reader) {
  return db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .select(['operators.user_id', 'operators.named_by', 'operators.named_at'])
    .select(['users.name', 'users.email']);
}

/** No effect if the user is an operator already. */
export async function insertOperator(
  { db }: Unit,
  user: UserId,
  namedBy: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('operators')
    .values({ user_id: user, named_by: namedBy, named_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function deleteOperator({ db }: Unit, user: UserId): Promise<void> {
  await db.deleteFrom('operators').where('user_id', '=', user).execute();
}

/** A user with a confirmed address. */
export async function findConfirmedUser(
  { db }: Reader,
  email: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified', '=', 1)
    .executeTakeFirst();
  return found?.id;
}

/** True for the one who comes first. */
export async function takeClaim(
  { db }: Unit,
  key: string,
  user: UserId,
  now: number,
): Promise<boolean> {
  const claimed = await db
    .insertInto('settings')
    .values({ key, value: user, changed_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}
