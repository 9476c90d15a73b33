import assert from 'node:assert/strict';
import { isoTime } from '../../../base/clock.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import { userId, type UserId } from '../../../base/ids.ts';
import type { Installation, Operator } from '../../../contract/operator.ts';
import type { SignedIn } from '../../../http/gate.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { changeAccess } from '../change-access.ts';
import { type OperatorSubject, recordOperatorEntry } from './operator-entries.ts';
import {
  deleteOperator,
  findConfirmedUser,
  findOperator,
  insertOperator,
  type OperatorFacts,
  readOperators,
} from './operators-table.ts';

type OperatorNeeds = Pick<AccessNeeds, 'metadata' | 'cache'>;

/** Synchronous if cached. */
export function isOperator(
  needs: {
    readonly metadata: Pick<AccessNeeds['metadata'], 'db'>;
    readonly cache: Pick<AccessNeeds['cache'], 'get'>;
  },
  user: UserId,
): boolean | undefined | Promise<boolean | undefined> {
  return needs.cache.get(`operator:${user}`, async () => {
    const found = await findOperator(needs.metadata, user);
    return { subject: user, value: found !== undefined };
  });
}

/** What the signed-in person may know of the installation. */
export async function readInstallation(
  needs: AccessNeeds,
  { id, confinedTo }: Pick<SignedIn, 'id' | 'confinedTo'>,
): Promise<Installation> {
  const { planChanges, signUp, defaultPlan, isMailSent, hasModel } = needs;
  const isRunning = confinedTo === undefined && (await isOperator(needs, id)) === true;
  return { isOperator: isRunning, planChanges, signUp, defaultPlan, isMailSent, hasModel };
}

export async function listOperators({ metadata }: OperatorNeeds): Promise<Operator[]> {
  return (await readOperators(metadata)).map(showOperator);
}

/** The person must have an account with a confirmed address. */
export async function nameOperator(
  needs: AccessNeeds,
  by: OperatorSubject,
  email: string,
): Promise<Operator> {
  const now = needs.clock.now();
  const found = await findConfirmedUser(needs.metadata, email.toLowerCase());
  if (found === undefined) {
    throw new AppError('NOT_FOUND', 'No confirmed account has this email address.');
  }
  const id = userId(found);
  return changeAccess(needs, id, async (unit) => {
    const known = await findOperator(unit, id);
    if (known !== undefined) return showOperator(known);
    await insertOperator(unit, id, by.email, now);
    const details = { email: email.toLowerCase() };
    await recordOperatorEntry(unit, by, { action: 'operator.named', resource: id, details }, now);
    const named = await findOperator(unit, id);
    assert(named !== undefined, 'this transaction has named them');
    return showOperator(named);
  });
}

/** The last operator can't be removed. */
export async function removeOperator(
  needs: AccessNeeds,
  by: OperatorSubject,
  user: string,
): Promise<void> {
  const now = needs.clock.now();
  const id = userId(user);
  await changeAccess(needs, id, async (unit) => {
    // All removals lock this row, so that the last two operators can't remove each other.
    await unit.lockRow('settings', { key: 'first-operator' });
    const operator = await findOperator(unit, id);
    if (operator === undefined) throw notFound('operator');
    if ((await readOperators(unit)).length === 1) {
      throw new AppError(
        'CONFLICT',
        'An installation needs at least one operator. Add another one first.',
      );
    }
    await deleteOperator(unit, id);
    const details = { email: operator.email };
    await recordOperatorEntry(unit, by, { action: 'operator.removed', resource: id, details }, now);
  });
}

function showOperator(row: OperatorFacts): Operator {
  const { user_id: id, name, email, named_by: namedBy, named_at: namedAt } = row;
  return { id, name, email, namedBy, namedAt: isoTime(namedAt) };
}
