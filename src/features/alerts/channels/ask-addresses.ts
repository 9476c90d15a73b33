import { createHash } from 'node:crypto';
import type { Actor } from '../../../base/actor.ts';
import { type OrganizationId, randomBase62 } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import {
  noteInvitationMail,
  readMemberAddresses,
  requireInvitationMail,
} from '../../../guard/access/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS } from '../../../spec/units.ts';
import { putAddress, readAddresses } from '../tables/alert-addresses-table.ts';
import type { ChannelNeeds } from './channel-needs.ts';

const TOKEN_CHARACTERS = 43;

/** Returns addresses that are neither a member's nor confirmed, and that were not sent a mail recently. */
export async function findUnasked(
  { metadata, access, clock }: ChannelNeeds,
  organization: OrganizationId,
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0) return [];
  const asked = new Map(
    (await readAddresses(metadata, organization)).map((row) => [row.email, row] as const),
  );
  const members = await memberEmails({ metadata }, organization);
  const justNow = clock.now() - access.mailLimits.invitationEveryMs;
  return addresses.filter((email) => {
    const row = asked.get(email);
    if (members.has(email) || (row !== undefined && row.confirmed_at !== null)) return false;
    return row === undefined || row.asked_at <= justNow;
  });
}

/** Refuses before anything is written: otherwise callers could flood the mailboxes of arbitrary addresses. */
export async function requireAsking(
  { access }: ChannelNeeds,
  organization: OrganizationId,
  unasked: readonly string[],
): Promise<void> {
  for (const email of unasked) await requireInvitationMail(access, organization, email);
}

/** In the transaction that saves the channel. A new link replaces the one before. */
export async function askAddresses(
  needs: ChannelNeeds,
  unit: Unit,
  actor: Actor,
  unasked: readonly string[],
): Promise<void> {
  const now = needs.clock.now();
  for (const email of unasked) {
    const token = randomBase62(TOKEN_CHARACTERS);
    await putAddress(unit, {
      organization_id: actor.organization,
      email,
      token_hash: hashOfToken(token),
      asked_at: now,
      confirmed_at: null,
    });
    await needs.access.enqueueMail(unit, {
      to: email,
      subject: 'Confirm: receive alerts from Xplain',
      text: textOf(needs.access.publicOrigin(), token),
    });
  }
}

export async function noteAsked(
  { access }: ChannelNeeds,
  organization: OrganizationId,
  unasked: readonly string[],
): Promise<void> {
  for (const email of unasked) await noteInvitationMail(access, organization, email);
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Contains no user input, so nobody can use it to send a message. */
function textOf(origin: string, token: string): string {
  const hours = Math.round(LIMITS.alerts.confirmMsMax / HOUR_MS);
  return [
    'Someone added this email address as a recipient of alerts from their organization on Xplain.',
    '',
    `Confirm within ${hours} hours: ${origin}/alerts/confirm?token=${token}`,
    '',
    "You won't receive any alerts unless you confirm. If you didn't expect this email, ignore it.",
  ].join('\n');
}

async function memberEmails(
  reader: Pick<ChannelNeeds, 'metadata'>,
  organization: OrganizationId,
): Promise<ReadonlySet<string>> {
  const everyone = await readMemberAddresses(reader.metadata, organization);
  return new Set(everyone.map(({ email }) => email));
}
