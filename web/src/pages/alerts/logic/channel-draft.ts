/** A channel being edited, and the resulting request body. */
import type {
  AlertChannelChange,
  AlertChannelDraft,
} from '../../../../../src/contract/alert-channel-settings.ts';
import type { AlertChannel } from '../../../../../src/contract/alert-channels.ts';
import type { ChannelKind } from '../../../../../src/spec/alerts.ts';
import { ROLES, type Role } from '../../../../../src/spec/roles.ts';

/** Every field of every kind: what a kind does not take is not sent. */
export interface ChannelForm {
  readonly kind: ChannelKind;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly members: readonly string[];
  readonly addresses: readonly string[];
  readonly url: string;
  readonly key: string;
  readonly template: string;
  readonly allowsSamples: boolean;
}

export const EMPTY_CHANNEL: ChannelForm = {
  kind: 'email',
  name: '',
  roles: [],
  members: [],
  addresses: [],
  url: '',
  key: '',
  template: '',
  allowsSamples: false,
};

interface KindFacts {
  readonly name: string;
  readonly hint: string;
  /** Whether it needs an address to call, may have one, or has none. */
  readonly url: 'needed' | 'optional' | 'none';
  readonly key?: string;
}

export const CHANNEL_KIND_FACTS: Readonly<Record<ChannelKind, KindFacts>> = {
  email: {
    name: 'Email',
    hint: 'To roles, members, or confirmed email addresses.',
    url: 'none',
  },
  webhook: {
    name: 'Webhook',
    hint: 'Signed per Standard Webhooks. The secret is shown once.',
    url: 'needed',
  },
  slack: { name: 'Slack', hint: 'Incoming webhook URL.', url: 'needed' },
  discord: { name: 'Discord', hint: 'Webhook URL of the channel.', url: 'needed' },
  teams: {
    name: 'Microsoft Teams',
    hint: 'URL of a workflow that posts to a channel.',
    url: 'needed',
  },
  pagerduty: {
    name: 'PagerDuty',
    hint: 'Events API v2 integration.',
    url: 'optional',
    key: 'Integration key',
  },
  jsm: {
    name: 'Jira Service Management',
    hint: 'Opsgenie-compatible API.',
    url: 'optional',
    key: 'API key',
  },
};

/** Addresses and keys are secrets: they are not there to be filled in again. */
export function formOf(channel: AlertChannel): ChannelForm {
  return {
    kind: channel.kind,
    name: channel.name,
    roles: ROLES.filter((role) => channel.roles.includes(role)),
    members: channel.members,
    addresses: channel.addresses.map(({ email }) => email),
    url: '',
    key: '',
    template: channel.template ?? '',
    allowsSamples: channel.allowsSamples,
  };
}

export function draftOfForm(form: ChannelForm): AlertChannelDraft {
  const name = form.name.trim();
  const url = form.url.trim();
  const called = { name, url, allowsSamples: form.allowsSamples };
  switch (form.kind) {
    case 'email':
      return { kind: form.kind, name, ...recipientsOf(form) };
    case 'webhook':
      return { kind: form.kind, ...called, ...templateOf(form) };
    case 'slack':
    case 'discord':
    case 'teams':
      return { kind: form.kind, ...called };
    case 'pagerduty':
    case 'jsm': {
      const { url: _, ...rest } = called;
      const base = url === '' ? {} : { url };
      return { kind: form.kind, ...rest, key: form.key.trim(), ...base };
    }
  }
}

/** Contains only changed fields; a secret that was left empty is kept. */
export function changeOfForm(form: ChannelForm, channel: AlertChannel): AlertChannelChange {
  const before = formOf(channel);
  const { version } = channel;
  const change: Record<string, unknown> = { version };
  if (form.name.trim() !== before.name) change['name'] = form.name.trim();
  if (form.url.trim() !== '') change['url'] = form.url.trim();
  if (form.key.trim() !== '') change['key'] = form.key.trim();
  if (form.allowsSamples !== before.allowsSamples) change['allowsSamples'] = form.allowsSamples;
  for (const list of ['roles', 'members', 'addresses'] as const) {
    if (form[list].join('\n') !== before[list].join('\n')) change[list] = form[list];
  }
  if (form.template !== before.template) {
    change['template'] = form.template.trim() === '' ? null : form.template;
  }
  return change as AlertChannelChange;
}

/** A stored key is sent only to its host: for an address on another host, it must be entered again. */
export function needsKeyAgain(form: ChannelForm, channel: AlertChannel): boolean {
  const url = form.url.trim();
  if (CHANNEL_KIND_FACTS[form.kind].key === undefined || url === '') return false;
  return !URL.canParse(url) || new URL(url).host !== channel.host;
}

function recipientsOf({ roles, members, addresses }: ChannelForm) {
  return { roles: [...roles], members: [...members], addresses: [...addresses] };
}

function templateOf({ template }: ChannelForm) {
  return template.trim() === '' ? {} : { template };
}

/** Where its messages go, as far as it may be shown. */
export function targetWords(channel: AlertChannel, nameOf: (member: string) => string): string {
  if (channel.kind === 'email') {
    const { roles, members, addresses } = channel;
    const people = [
      ...roles.map((role) => `all ${role}s`),
      ...members.map(nameOf),
      ...addresses.map(({ email, confirmed }) => (confirmed ? email : `${email} (not confirmed)`)),
    ];
    return people.length === 0 ? 'no recipient left; sent to Owners' : people.join(', ');
  }
  const { host, lastFour } = channel;
  if (host === null) return lastFour === null ? '' : `key …${lastFour}`;
  return lastFour === null ? host : `${host} …${lastFour}`;
}
