import type { OrganizationId } from '../../../base/ids.ts';
import { readMemberAddresses } from '../../../guard/access/index.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { countDead, lastSentAt } from '../tables/alert-deliveries-table.ts';
import { readAddresses } from '../tables/alert-addresses-table.ts';
import type { ChannelNeeds } from './channel-needs.ts';
import type { ShownWith } from './show-channel.ts';

/** Returns the data that a channel response shows in addition to its row. */
export async function shownWith(
  { metadata, clock }: Pick<ChannelNeeds, 'metadata' | 'clock'>,
  organization: OrganizationId,
): Promise<ShownWith> {
  const [asked, members, dead, ownersSentAt] = await Promise.all([
    readAddresses(metadata, organization),
    readMemberAddresses(metadata, organization),
    countDead(metadata, organization),
    lastSentAt(metadata, organization, OWNERS_CHANNEL),
  ]);
  const confirmed = asked.filter(({ confirmed_at: at }) => at !== null);
  return {
    confirmed: new Set([...confirmed, ...members].map(({ email }) => email)),
    dead,
    ownersSentAt,
    now: clock.now(),
  };
}
