/** The fields that each kind of channel requires. */
import { MultiSelect, PasswordInput, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AlertChannel } from '../../../../../src/contract/alert-channels.ts';
import type { ChannelKind } from '../../../../../src/spec/alerts.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { ROLES } from '../../../../../src/spec/roles.ts';
import { membersQuery } from '../../../data/members-query.ts';
import { fieldError } from '../../../parts/field-error.ts';
import { roleName } from '../../../shell/role-names.ts';
import { CHANNEL_KIND_FACTS, type ChannelForm, needsKeyAgain } from '../logic/channel-draft.ts';

const CALLED = ['url', 'allowsSamples'] as const;

/** The fields that show their own problems. */
export const CHANNEL_FIELDS: Readonly<Record<ChannelKind, readonly string[]>> = {
  email: ['roles', 'members', 'addresses'],
  webhook: [...CALLED, 'template'],
  slack: CALLED,
  discord: CALLED,
  teams: CALLED,
  pagerduty: [...CALLED, 'key'],
  jsm: [...CALLED, 'key'],
};

interface ChannelFieldsProps {
  readonly form: ChannelForm;
  readonly channel: AlertChannel | undefined;
  readonly error: unknown;
  readonly onChange: (form: ChannelForm) => void;
}

export function ChannelFields(props: ChannelFieldsProps) {
  const { form, error, onChange } = props;
  if (form.kind === 'email') return <Recipients {...props} />;
  return (
    <>
      <Secrets {...props} />
      {form.kind === 'webhook' && (
        <Textarea
          label="Body template"
          description="JSON with placeholders such as {{rule.name}}. Default: the built-in payload."
          autosize
          minRows={2}
          maxRows={10}
          classNames={{ input: 'xp-mono' }}
          maxLength={LIMITS.alerts.bodyCharactersMax}
          value={form.template}
          error={fieldError(error, 'template')}
          onChange={(event) => onChange({ ...form, template: event.currentTarget.value })}
        />
      )}
      <Switch
        label="Include log lines"
        description="When off, notifications contain the rule and its values, but no log lines."
        checked={form.allowsSamples}
        error={fieldError(error, 'allowsSamples')}
        onChange={(event) => onChange({ ...form, allowsSamples: event.currentTarget.checked })}
      />
    </>
  );
}

function Secrets({ form, channel, error, onChange }: ChannelFieldsProps) {
  const facts = CHANNEL_KIND_FACTS[form.kind];
  const kept = channel === undefined ? undefined : `Default: keep …${channel.lastFour ?? ''}.`;
  const isAskedAgain = channel !== undefined && needsKeyAgain(form, channel);
  const keyHint = isAskedAgain
    ? `Enter the key again. The stored key is only sent to ${channel.host ?? 'its host'}.`
    : kept;
  return (
    <>
      {facts.key !== undefined && (
        <PasswordInput
          label={facts.key}
          required={channel === undefined || isAskedAgain}
          {...(keyHint === undefined ? {} : { description: keyHint })}
          autoComplete="off"
          maxLength={LIMITS.alerts.channelKeyCharactersMax}
          value={form.key}
          error={fieldError(error, 'key')}
          onChange={(event) => onChange({ ...form, key: event.currentTarget.value })}
        />
      )}
      {facts.url !== 'none' && (
        <TextInput
          label="URL"
          required={facts.url === 'needed' && channel === undefined}
          description={
            facts.url === 'optional'
              ? "API URL, if it isn't the default one."
              : (keptAddress(form, channel) ??
                'Stored encrypted. Only the host and the last four characters are shown later.')
          }
          placeholder="https://…"
          autoComplete="off"
          maxLength={LIMITS.alerts.urlCharactersMax}
          value={form.url}
          error={fieldError(error, 'url')}
          onChange={(event) => onChange({ ...form, url: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function keptAddress(form: ChannelForm, channel: AlertChannel | undefined): string | undefined {
  if (channel === undefined) return undefined;
  const kept = `Default: keep …${channel.lastFour ?? ''}.`;
  return form.kind === 'webhook' ? `${kept} A new host gets a new signing secret.` : kept;
}

function Recipients({ form, channel, error, onChange }: ChannelFieldsProps) {
  const members = useQuery(membersQuery);
  const waiting = (channel?.addresses ?? []).filter(({ confirmed }) => !confirmed);
  return (
    <>
      <MultiSelect
        label="Roles"
        searchable
        data={ROLES.map((role) => ({ value: role, label: roleName(role) }))}
        value={[...form.roles]}
        error={fieldError(error, 'roles')}
        onChange={(names) =>
          onChange({ ...form, roles: ROLES.filter((role) => names.includes(role)) })
        }
      />
      <MultiSelect
        label="Members"
        searchable
        data={(members.data ?? []).map(({ id, email }) => ({ value: id, label: email }))}
        value={[...form.members]}
        maxValues={LIMITS.alerts.recipientsMax}
        error={fieldError(error, 'members')}
        onChange={(ids) => onChange({ ...form, members: ids })}
      />
      <TagsInput
        label="Additional email addresses"
        description={
          waiting.length === 0
            ? 'Each address must confirm a link before it gets alerts.'
            : `Not confirmed yet: ${waiting.map(({ email }) => email).join(', ')}`
        }
        value={[...form.addresses]}
        maxTags={LIMITS.alerts.recipientsMax}
        error={fieldError(error, 'addresses')}
        onChange={(addresses) => onChange({ ...form, addresses })}
      />
    </>
  );
}
