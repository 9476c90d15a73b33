import { createHash } from 'node:crypto';
import type { OrganizationId } from '../../../base/ids.ts';
import { enqueueMail, type Mail } from '../../../engines/mail/mail.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { readMemberAddresses } from '../../../guard/access/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import type { FinishedRun } from '../destinations-port.ts';
import { DestinationError } from './destination-error.ts';
import type { DestinationNeeds } from './destination-needs.ts';
import { keptPlace } from './open-place.ts';

/** Queues one mail a recipient; telling again of the same run queues none. */
export async function notifyByMail(
  needs: DestinationNeeds,
  recipients: readonly string[],
  run: FinishedRun,
): Promise<void> {
  const { organization, export: facts } = run;
  const words = wordsOf(needs, run);
  const file = attachedFile(needs, run);
  const subject = `Export: ${facts.name}`;
  await mailMembers(needs, organization, recipients, {
    id: run.run,
    mail: { subject, text: words, ...(file === undefined ? {} : { file }) },
  });
}

/** At most one mail per minute and recipient, since recipients did not request it. */
export async function testByMail(
  needs: DestinationNeeds,
  organization: OrganizationId,
  recipients: readonly string[],
): Promise<void> {
  const minute = Math.floor(needs.clock.now() / MINUTE_MS);
  const text = `This is a test email for a scheduled export. Nothing was exported.\n\n${needs.publicOrigin()}/exports\n`;
  await mailMembers(needs, organization, recipients, {
    id: `export-test-${organization}-${minute}`,
    mail: { subject: 'Test: scheduled export', text },
  });
}

async function mailMembers(
  { metadata, clock }: DestinationNeeds,
  organization: OrganizationId,
  recipients: readonly string[],
  { id, mail }: { readonly id: string; readonly mail: Omit<Mail, 'to'> },
): Promise<void> {
  await metadata.transaction(async (unit) => {
    const addresses = await addressesOf(unit, organization, recipients);
    for (const to of addresses) {
      await enqueueMail({ clock, newId: () => mailId(id, to) }, unit, { to, ...mail });
    }
  });
}

/** Current members only: former members get nothing. */
async function addressesOf(
  unit: Unit,
  organization: OrganizationId,
  recipients: readonly string[],
): Promise<readonly string[]> {
  const members = await readMemberAddresses(unit, organization);
  const found = members.filter(({ id }) => recipients.includes(id)).map(({ email }) => email);
  if (found.length > 0) return [...new Set(found)];
  throw new DestinationError('None of the recipients is a member anymore.', true);
}

function mailId(id: string, to: string): string {
  return `${id}-${createHash('sha256').update(to).digest('hex').slice(0, 16)}`;
}

/** A run of one file that is small enough; larger files are downloaded after signing in. */
function attachedFile(needs: DestinationNeeds, run: FinishedRun): Mail['file'] {
  const [file, ...others] = run.manifest.files;
  if (file === undefined || others.length > 0) return undefined;
  if (file.bytes > LIMITS.mail.fileBytesMax) return undefined;
  const { nameOf } = keptPlace(needs, run.organization);
  const name = file.name.slice(file.name.lastIndexOf('/') + 1);
  return { name, object: nameOf(file.name) };
}

function wordsOf({ publicOrigin }: DestinationNeeds, run: FinishedRun): string {
  const { manifest, export: facts } = run;
  const { files, rows } = manifest.totals;
  const url = new URL(`/exports/${facts.id}`, publicOrigin()).href;
  const lines = [
    `The scheduled export “${facts.name}” has finished.`,
    `From ${manifest.window.from} to ${manifest.window.to}: ${rows} rows in ${files} files.`,
    `Sign in to download the files. They are stored for a limited time.`,
    url,
  ];
  return `${lines.join('\n\n')}\n`;
}
