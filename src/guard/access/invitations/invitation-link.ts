import type { Actor } from '../../../base/actor.ts';
import type { InvitationRow } from '../../../engines/metadata/tables/access.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { isOperator } from '../operators/manage-operators.ts';
import { invitationState } from './invitations-table.ts';

/** What somebody may hand over themselves; null once the invitation waits no more. */
export type InvitationLink = (row: InvitationRow) => string | null;

/** The link of the mail. Where none is sent, that of an operator also confirms the address. */
export async function linksFor(needs: AccessNeeds, actor: Actor): Promise<InvitationLink> {
  const isVouched = !needs.isMailSent && (await isRunBy(needs, actor));
  return (row) => {
    if (invitationState(row, needs.clock.now()) !== 'pending') return null;
    const link = `${needs.publicOrigin()}/invitations/${row.id}`;
    if (!isVouched) return link;
    const voucher = needs.vouchers.seal(row.id, row.email);
    return `${link}?${new URLSearchParams({ email: row.email, voucher }).toString()}`;
  };
}

/** In person: what a token may do does not reach beyond its organization. */
async function isRunBy(needs: AccessNeeds, { who }: Actor): Promise<boolean> {
  if (who.kind !== 'user' || who.isConfined === true) return false;
  return (await isOperator(needs, who.id)) ?? false;
}
