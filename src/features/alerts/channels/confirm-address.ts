import { notFound } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import { recordAuditFor } from '../../../guard/audit/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { findByToken, putAddress } from '../tables/alert-addresses-table.ts';
import { hashOfToken } from './ask-addresses.ts';
import type { ChannelNeeds } from './channel-needs.ts';

/** Who follows a link, as far as the audit log wants to know. */
export interface Visitor {
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** The link of a mail came back: from now on the address gets alerts. It works once. */
export async function confirmAddress(
  { metadata, clock }: Pick<ChannelNeeds, 'metadata' | 'clock'>,
  token: string,
  visitor: Visitor,
): Promise<{ confirmed: true; email: string }> {
  const now = clock.now();
  return metadata.transaction(async (unit) => {
    const row = await findByToken(unit, hashOfToken(token));
    if (row === undefined || row.asked_at + LIMITS.alerts.confirmMsMax <= now) {
      throw notFound('link, or it has expired');
    }
    await putAddress(unit, { ...row, token_hash: null, confirmed_at: now });
    const { email } = row;
    await recordAuditFor(
      unit,
      { organization: organizationId(row.organization_id), actorName: email, ...visitor },
      { action: 'alert_channel.updated', resource: email, details: { confirmed: email } },
      now,
    );
    return { confirmed: true, email };
  });
}
