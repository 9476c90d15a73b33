import {
  decideElevation,
  requestElevation,
} from '../../../src/guard/access/elevation/manage-elevations.ts';
import type { Role } from '../../../src/spec/roles.ts';
import type { AccessUnderTest, Member } from '../open-access.ts';

/** From now on, for an hour, the member has this role; another one approves it. */
export async function lendRole(
  { needs }: Pick<AccessUnderTest, 'needs'>,
  { from, to, role }: { readonly from: Member; readonly to: Member; readonly role: Role },
): Promise<void> {
  const draft = { role, minutes: 60, reason: 'Incident 42' };
  const { id } = await requestElevation(needs, to.actor, draft);
  await decideElevation(needs, from.actor, id, true);
}
