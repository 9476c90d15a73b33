/** Destinations of every kind: files that we keep, folders of the operator, buckets, mails, webhooks. */
import type { OrganizationId } from '../../../base/ids.ts';
import { UnreadableSecret } from '../../../engines/secrets/secrets.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';
import type { Destinations, KeptDestination, Place } from '../destinations-port.ts';
import type { DestinationNeeds } from './destination-needs.ts';
import { bucketPlace, folderPlace, keptPlace } from './open-place.ts';
import { checkEndpoint, requireFolder, settleDestination } from './settle-destination.ts';
import { notifyByMail, testByMail } from './notify-by-mail.ts';
import { notifyByWebhook, testByWebhook } from './notify-by-webhook.ts';
import { tryPlace } from './try-place.ts';
import { readWebhookSecret, type WebhookSecret } from './webhook-secret.ts';

export function openDestinations(needs: DestinationNeeds): Destinations {
  return {
    folders: () => Object.keys(needs.exportFolders).toSorted(),
    settle: (organization, draft, before) => settleDestination(needs, organization, draft, before),
    open: (organization, destination) => openPlace(needs, organization, destination),
    openSource(organization, source) {
      if (source.kind === 'folder') {
        requireFolder(needs, source.folder);
        return folderPlace(needs, organization, source);
      }
      checkEndpoint(needs, source.endpoint);
      return bucketPlace(needs, source, source.secretAccessKey);
    },
    async test(organization, destination, signal) {
      const { shown } = destination;
      // Locked files cannot be deleted: avoids locking a test file for years.
      const lockMsMax = LIMITS.exports.testLockMs;
      await tryPlace(openPlace(needs, organization, destination, lockMsMax), signal);
      if (shown.kind === 'mail') await testByMail(needs, organization, shown.recipients);
      if (shown.kind === 'webhook') {
        await testByWebhook(needs, webhookOf(destination), organization, signal);
      }
    },
    async tell(destination, run, signal) {
      const { shown } = destination;
      if (shown.kind === 'mail') await notifyByMail(needs, shown.recipients, run);
      if (shown.kind === 'webhook') {
        await notifyByWebhook(needs, webhookOf(destination), run, signal);
      }
    },
  };
}

function openPlace(
  needs: DestinationNeeds,
  organization: OrganizationId,
  { shown, secret }: KeptDestination,
  lockMsMax = Infinity,
): Place {
  switch (shown.kind) {
    case 'folder':
      return folderPlace(needs, organization, shown);
    case 's3':
      return bucketPlace(needs, shown, secret, Math.min(lockMsMax, (shown.lockDays ?? 0) * DAY_MS));
    case 'keep':
    case 'mail':
    case 'webhook':
      return keptPlace(needs, organization);
  }
}

function webhookOf({ secret }: KeptDestination): WebhookSecret {
  if (secret === undefined) throw new UnreadableSecret();
  return readWebhookSecret(secret);
}
