import {
  Autocomplete,
  Button,
  Group,
  NumberInput,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  Organization,
  OrganizationChange,
} from '../../../../../src/contract/organizations.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import {
  OAUTH_PROVIDER_IDS,
  type OAuthProvider,
  providerFacts,
} from '../../../../../src/spec/sign-in.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import { changedFields } from './changed-fields.ts';

const FIELDS = [
  'name',
  'timezone',
  'retentionDays',
  'allowedNetworks',
  'oauthProviders',
  'isAuditOpen',
];

export function OrganizationForm({ organization }: { readonly organization: Organization }) {
  const [draft, setDraft] = useState(() => ({
    name: organization.name,
    timezone: organization.timezone,
    retentionDays: organization.retentionDays,
    oauthProviders: organization.oauthProviders,
    allowedNetworks: organization.allowedNetworks,
    isAuditOpen: organization.isAuditOpen,
  }));
  const answers = useQueryClient();
  const changes = changedFields(organization, draft);
  const isChanged = Object.keys(changes).length > 0;
  const save = useMutation({
    mutationFn: async (body: OrganizationChange) => call(api.changeOrganization, { body }),
    onSuccess: async ({ data }) => {
      answers.setQueryData(['organization'], data);
      await answers.invalidateQueries({ queryKey: ['organizations'] });
      sayDone('Settings saved');
    },
  });
  const error = (path: string) => fieldError(save.error, path);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(changes);
      }}
    >
      <Stack gap="sm" maw={640}>
        <TextInput
          label="Name"
          required
          maxLength={LIMITS.organizations.nameCharactersMax}
          value={draft.name}
          error={error('name')}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <Group grow align="flex-start">
          <Autocomplete
            label="Time zone"
            description="Used for dashboards and reports."
            data={Intl.supportedValuesOf('timeZone')}
            limit={50}
            value={draft.timezone}
            error={error('timezone')}
            onChange={(timezone) => setDraft({ ...draft, timezone })}
          />
          <NumberInput
            label="Default retention (days)"
            description="For indexes without a custom retention."
            min={1}
            max={LIMITS.indexes.retentionDaysMax}
            allowDecimal={false}
            value={draft.retentionDays}
            error={error('retentionDays')}
            onChange={(days) => setDraft({ ...draft, retentionDays: Number(days) })}
          />
        </Group>
        <SignInRules draft={draft} networksError={error('allowedNetworks')} onChange={setDraft} />
        <ErrorNotice error={save.error} fields={FIELDS} />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isChanged}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Draft = Pick<
  Organization,
  'name' | 'timezone' | 'retentionDays' | 'oauthProviders' | 'allowedNetworks' | 'isAuditOpen'
>;

interface SignInRulesProps {
  readonly draft: Draft;
  readonly networksError: string | undefined;
  readonly onChange: (draft: Draft) => void;
}

/** Sign-in requirements in addition to membership. */
function SignInRules({ draft, networksError, onChange }: SignInRulesProps) {
  const { oauthProviders, allowedNetworks, isAuditOpen } = draft;
  const setProvider = (provider: OAuthProvider, isOn: boolean) =>
    onChange({ ...draft, oauthProviders: { ...oauthProviders, [provider]: isOn } });
  return (
    <>
      {OAUTH_PROVIDER_IDS.map((provider) => (
        <Switch
          key={provider}
          label={`Allow sign-in with ${providerFacts(provider).name}`}
          checked={oauthProviders[provider]}
          onChange={(event) => setProvider(provider, event.currentTarget.checked)}
        />
      ))}
      <Switch
        label="All members can read the audit log"
        description="If off, only Owners, Admins, their tokens and full-access keys can."
        checked={isAuditOpen}
        onChange={(event) => onChange({ ...draft, isAuditOpen: event.currentTarget.checked })}
      />
      <Textarea
        label="Allowed IP ranges"
        description="One IP address or CIDR range per line, such as 10.0.0.0/8. Keys, tokens and sessions from other addresses are rejected. Default: all addresses."
        autosize
        minRows={2}
        maxRows={10}
        classNames={{ input: 'xp-mono' }}
        value={allowedNetworks.join('\n')}
        error={networksError}
        onChange={(event) =>
          onChange({ ...draft, allowedNetworks: event.currentTarget.value.split('\n') })
        }
      />
    </>
  );
}
