/** Checks what people enter about a destination, and parts what may be shown from what may not. */
import { invalid, notFound } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { DestinationDraft } from '../../../contract/export-destinations.ts';
import { OutboundError } from '../../../engines/outbound/outbound.ts';
import { newWebhookKey } from '../../../engines/outbound/webhook-key.ts';
import { readMemberAddresses } from '../../../guard/access/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { KeptDestination } from '../destinations-port.ts';
import type { DestinationNeeds } from './destination-needs.ts';
import { readWebhookSecret, writeWebhookSecret } from './webhook-secret.ts';

type Draft<Kind> = Extract<DestinationDraft, { kind: Kind }>;

export async function settleDestination(
  needs: DestinationNeeds,
  organization: OrganizationId,
  draft: DestinationDraft,
  before: KeptDestination | undefined,
): Promise<KeptDestination> {
  switch (draft.kind) {
    case 'keep':
      return { shown: { kind: 'keep' }, secret: undefined };
    case 'folder':
      requireFolder(needs, draft.folder);
      checkPrefix(draft.prefix);
      return { shown: draft, secret: undefined };
    case 's3':
      return settleBucket(needs, draft, before);
    case 'mail':
      await requireMembers(needs, organization, draft.recipients);
      return { shown: draft, secret: undefined };
    case 'webhook':
      return settleWebhook(needs, draft, before);
  }
}

/** The folder of this name; what the operator has not named, or names no longer, is refused. */
export function requireFolder({ exportFolders }: DestinationNeeds, name: string): string {
  const folder = Object.hasOwn(exportFolders, name) ? exportFolders[name] : undefined;
  if (folder !== undefined) return folder;
  throw invalid(
    'destination.folder',
    'No such server folder. Ask the operator which folders are available.',
  );
}

function checkPrefix(prefix = ''): void {
  const parts = prefix === '' ? [] : prefix.split('/');
  const { prefixPartsMax, prefixPartCharactersMax } = LIMITS.exports;
  if (parts.length > prefixPartsMax) {
    throw invalid('destination.prefix', `A prefix can have at most ${prefixPartsMax} parts.`);
  }
  if (parts.some((part) => part.length > prefixPartCharactersMax)) {
    const words = `A part of a prefix can have at most ${prefixPartCharactersMax} characters.`;
    throw invalid('destination.prefix', words);
  }
}

function settleBucket(
  needs: DestinationNeeds,
  { secretAccessKey, ...draft }: Draft<'s3'>,
  before: KeptDestination | undefined,
): KeptDestination {
  checkEndpoint(needs, draft.endpoint);
  checkPrefix(draft.prefix);
  const kept = before?.shown.kind === 's3' ? before.shown : undefined;
  // A secret goes along with the key and the address it was entered for, and with no other.
  const isSame = kept?.endpoint === draft.endpoint && kept.accessKeyId === draft.accessKeyId;
  const secret = secretAccessKey ?? (isSame ? before?.secret : undefined);
  if (secret === undefined) {
    throw invalid('destination.secretAccessKey', 'Enter the secret of this key.');
  }
  return { shown: draft, secret };
}

export function checkEndpoint(needs: DestinationNeeds, endpoint: string): void {
  checkAddress(needs, 'destination.endpoint', endpoint);
  const { search, hash } = new URL(endpoint);
  if (search === '' && hash === '') return;
  throw invalid('destination.endpoint', 'Enter only the address of the service, without a path.');
}

/** Checks only the address itself: its name is resolved and checked on each call. */
function checkAddress({ outbound }: DestinationNeeds, path: string, url: string): void {
  try {
    outbound.check(url);
  } catch (error) {
    if (error instanceof OutboundError) throw invalid(path, error.message);
    throw error;
  }
}

async function requireMembers(
  { metadata }: DestinationNeeds,
  organization: OrganizationId,
  recipients: readonly string[],
): Promise<void> {
  const members = new Set((await readMemberAddresses(metadata, organization)).map(({ id }) => id));
  if (recipients.some((id) => !members.has(id))) throw notFound('member');
}

function settleWebhook(
  needs: DestinationNeeds,
  { url }: Draft<'webhook'>,
  before: KeptDestination | undefined,
): KeptDestination {
  const kept =
    before?.shown.kind === 'webhook' && before.secret !== undefined
      ? readWebhookSecret(before.secret)
      : undefined;
  const address = url ?? kept?.url;
  if (address === undefined) throw invalid('destination.url', 'Enter the webhook URL.');
  checkAddress(needs, 'destination.url', address);
  const key = kept?.url === address ? kept.key : newWebhookKey();
  return {
    shown: { kind: 'webhook', host: new URL(address).host },
    secret: writeWebhookSecret({ url: address, key }),
  };
}
