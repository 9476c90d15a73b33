import type { Actor } from '../../../base/actor.ts';
import type { InvitationRow } from '../../../engines/metadata/tables/access.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { isOperator } from '../operators/manage-operators.ts';
import { invitationState } from './invitations-table.ts';

/** The link to share manually; null once the invitation is no longer pending. */
export type InvitationLink = (row: InvitationRow) => string | null;

/** A link that confirms nothing. Where no mail is sent, that of an operator also confirms the address. */
export async function linksFor(needs: AccessNeeds, actor: Actor): Promise<InvitationLink> {
  const isVouched = !needs.isMailSent && (await isRunBy(needs, actor));
  return (row) => {
    if (invitationState(row, needs.clock.now()) !== 'pending') return null;
    return isVouched ? sealedLink(needs, row) : plainLink(needs, row);
  };
}

/** The link sent by email: having it proves access to the address. */
export function sealedLink(
  needs: Pick<AccessNeeds, 'publicOrigin' | 'vouchers'>,
  row: InvitationRow,
): string {
  const { email } = row;
  const seal = { email, voucher: needs.vouchers.seal(row.id, email) };
  return `${plainLink(needs, row)}?${new URLSearchParams(seal).toString()}`;
}

function plainLink({ publicOrigin }: Pick<AccessNeeds, 'publicOrigin'>, row: InvitationRow) {
  return `${publicOrigin()}/invitations/${row.id}`;
}

/** In person: what a token may do does not reach beyond its organization. */
async function isRunBy(needs: AccessNeeds, { who }: Actor): Promise<boolean> {
  if (who.kind !== 'user' || who.isConfined === true) return false;
  return (await isOperator(needs, who.id)) === true;
}
