import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { changeAccess, readOperators } from '../../access/index.ts';
import type { ScimNeeds } from '../identity-needs.ts';
import { readRoleRules } from './directory-role.ts';
import type { Change } from './settle-standing.ts';

/** The work found that it would leave the organization without an Owner. What it did stays: what they had open has ended. */
export const LAST_OWNER = Symbol('last Owner');

/**
 * Changes the directory in one transaction that locks the organization, so that seats and Owners are counted exactly.
 */
export async function changeDirectory<T>(
  needs: ScimNeeds,
  actor: Actor,
  work: (change: Change) => Promise<T | typeof LAST_OWNER>,
): Promise<T> {
  const { organization } = actor;
  const done = await changeAccess(needs.access, organization, async (unit, touch) => {
    await unit.lockRow('organizations', { id: organization });
    const rules = await readRoleRules(unit, organization);
    const now = needs.clock.now();
    const result = await work({ needs, unit, actor, now, rules, touch });
    if (result === LAST_OWNER) await mailOperators(needs, unit, actor);
    return result;
  });
  if (done !== LAST_OWNER) return done;
  throw new AppError(
    'CONFLICT',
    'This is the last Owner of the organization. Their sessions and tokens have ended; make another member Owner, then deactivate or delete this one.',
  );
}

async function mailOperators(needs: ScimNeeds, unit: Unit, actor: Actor): Promise<void> {
  const text = [
    `The directory of the organization ${actor.organization} tried to deactivate or delete its last Owner.`,
    'Their sessions and access tokens have ended. The membership stays, because nobody else can manage the organization.',
    new URL('/', needs.access.publicOrigin()).href,
  ].join('\n\n');
  const subject = 'Last Owner deactivated by a directory';
  for (const { email } of await readOperators(unit)) {
    await needs.access.enqueueMail(unit, { to: email, subject, text: `${text}\n` });
  }
}
