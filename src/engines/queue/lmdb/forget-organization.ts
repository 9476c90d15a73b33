import type { OrganizationId } from '../../../base/ids.ts';
import { changeClaim, update } from './claims.ts';
import { discardDeadLetters } from './dead-letters.ts';
import { assertOpen, putClaim, removeClaim, removeEntry, type QueueState } from './queue-state.ts';

/** Removes waiting entries, claimed entries and dead letters. */
export async function forgetOrganization(
  state: QueueState,
  organization: OrganizationId,
): Promise<void> {
  assertOpen(state);
  await forgetWaiting(state, organization);
  for (const { token, entries } of state.claims.values()) {
    const isConcerned = entries.some((entry) => entry.organization === organization);
    if (isConcerned) await forgetClaimed(state, token, organization);
  }
  await discardDeadLetters(state, { organization });
}

async function forgetWaiting(state: QueueState, organization: OrganizationId): Promise<void> {
  const entries = state.lines.takeAll(organization);
  while (entries.length > 0) {
    const step = entries.splice(0, state.limits.stepEntriesMax);
    try {
      await state.group.commit(step.flatMap((entry) => removeEntry(state.tables, entry)));
    } catch (error) {
      state.lines.putBack([...step, ...entries]);
      throw error;
    }
    for (const entry of step) state.depthCount.subtract(entry);
  }
}

/** The one case in which a claim changes: it keeps the entries of the other organizations. */
async function forgetClaimed(
  state: QueueState,
  token: string,
  organization: OrganizationId,
): Promise<void> {
  await changeClaim(state, token, (claim) => {
    const gone = claim.entries.filter((entry) => entry.organization === organization);
    const entries = claim.entries.filter((entry) => entry.organization !== organization);
    const isEmpty = entries.length === 0;
    return {
      operations: [
        ...gone.flatMap((entry) => removeEntry(state.tables, entry)),
        isEmpty ? removeClaim(state.tables, claim) : putClaim(state.tables, { ...claim, entries }),
      ],
      apply: () => {
        for (const entry of gone) state.depthCount.subtract(entry);
        if (isEmpty) state.claims.delete(token);
        else update(state, token, { entries });
      },
    };
  });
}
