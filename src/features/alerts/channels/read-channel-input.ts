/** Checks what people enter about a channel, and parts what may be shown from what may not. */
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { isObject } from '../../../base/is-object.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { AlertChannelChange } from '../../../contract/alert-channel-settings.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { type Outbound, OutboundError } from '../../../engines/outbound/outbound.ts';
import { readMemberAddresses } from '../../../guard/access/index.ts';
import type { ChannelKind } from '../../../spec/alerts.ts';
import type { ChannelSecret } from '../messages/formats/format.ts';
import { JSM_URL } from '../messages/formats/jsm.ts';
import { PAGERDUTY_URL } from '../messages/formats/pagerduty.ts';
import { checkTemplate } from '../rules/check-template.ts';
import type { ChannelSettings } from './channel-settings.ts';
import { OWNERS_NAME } from './show-channel.ts';

type Setting = Exclude<keyof AlertChannelChange, 'version' | 'name' | 'enabled'>;

/** Settings that each kind accepts besides its name. */
const TAKES: Readonly<Record<ChannelKind, readonly Setting[]>> = {
  email: ['roles', 'members', 'addresses'],
  webhook: ['url', 'template', 'allowsSamples'],
  slack: ['url', 'allowsSamples'],
  discord: ['url', 'allowsSamples'],
  teams: ['url', 'allowsSamples'],
  pagerduty: ['url', 'key', 'allowsSamples'],
  jsm: ['url', 'key', 'allowsSamples'],
};
const NOT_A_SETTING = new Set(['version', 'name', 'enabled', 'kind']);

/** Whether people enter a key that is sent along; that of a webhook is ours and only signs. */
export function takesKey(kind: ChannelKind): boolean {
  return TAKES[kind].includes('key');
}

/** A change may name only what its kind takes at creation. */
export function checkTaken(kind: ChannelKind, input: object): void {
  for (const path of Object.keys(input)) {
    if (NOT_A_SETTING.has(path) || TAKES[kind].includes(path as Setting)) continue;
    throw invalid(path, `Not supported by channels of type ${kind}.`);
  }
}

export function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.toLowerCase() !== OWNERS_NAME.toLowerCase()) return trimmed;
  throw new AppError('CONFLICT', 'A channel with this name already exists.');
}

/** Checks the address only: its host name is resolved on each call. */
export function checkUrl(outbound: Pick<Outbound, 'check'>, url: string): void {
  try {
    outbound.check(url);
  } catch (error) {
    if (error instanceof OutboundError) throw invalid('url', error.message);
    throw error;
  }
}

export function checkBodyTemplate(template: string | null | undefined): void {
  if (template === undefined || template === null) return;
  const details = checkTemplate('template', template);
  if (details.length > 0) {
    throw new AppError('VALIDATION_ERROR', 'Invalid input.', { details });
  }
  let value: unknown;
  try {
    value = JSON.parse(template);
  } catch {
    throw invalid('template', 'Invalid JSON. Put placeholders inside strings.');
  }
  if (!isObject(value)) throw invalid('template', 'The template must be a JSON object.');
}

/** Returns the values to store encrypted, combined from the input and the previous values. */
export function secretOf(
  kind: ChannelKind,
  input: { readonly url?: string; readonly key?: string },
  before: ChannelSecret | undefined,
): ChannelSecret | undefined {
  if (kind === 'email') return undefined;
  const url = input.url ?? before?.url ?? defaultUrl(kind);
  const key = input.key ?? before?.key;
  return key === undefined ? { url } : { url, key };
}

export function defaultUrl(kind: ChannelKind): string {
  return kind === 'pagerduty' ? PAGERDUTY_URL : JSM_URL;
}

/** Host and last four of what tells channels apart: the key where people enter one, else the address. */
export function shownOf(kind: ChannelKind, { url, key }: ChannelSecret) {
  const text = (takesKey(kind) ? key : url) ?? url;
  return { host: new URL(url).host, lastFour: text.slice(-4) };
}

type Recipients = Pick<ChannelSettings, 'roles' | 'members' | 'addresses'>;

/** Requires a recipient, and that members belong to this organization. */
export async function checkRecipients(
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  { roles, members, addresses }: Recipients,
): Promise<void> {
  if (roles.length + members.length + addresses.length === 0) {
    throw invalid('roles', 'Set at least one role, member or address.');
  }
  if (members.length === 0) return;
  const known = new Set((await readMemberAddresses(reader, organization)).map(({ id }) => id));
  if (members.some((id) => !known.has(id))) throw notFound('member');
}

/** Addresses are compared in small letters, each once. */
export function recipientsOf(input: {
  readonly roles?: readonly ChannelSettings['roles'][number][];
  readonly members?: readonly string[];
  readonly addresses?: readonly string[];
}): Partial<Recipients> {
  const { roles, members, addresses } = input;
  return {
    ...(roles === undefined ? {} : { roles }),
    ...(members === undefined ? {} : { members }),
    ...(addresses === undefined
      ? {}
      : { addresses: [...new Set(addresses.map((email) => email.toLowerCase()))] }),
  };
}
