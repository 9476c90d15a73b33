import { Code, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProviderSetting } from '../../../../../src/contract/organization-sign-in.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { providerFacts } from '../../../../../src/spec/sign-in.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';

interface OAuthClientDialogProps {
  readonly setting: ProviderSetting;
  readonly onClose: () => void;
}

/** Takes the id and the secret of a client. Rendered while it is open. */
export function OAuthClientDialog({ setting, onClose }: OAuthClientDialogProps) {
  const { provider, redirectUrl, client } = setting;
  const { name } = providerFacts(provider);
  const [clientId, setClientId] = useState(client?.clientId ?? '');
  const [clientSecret, setClientSecret] = useState('');
  const answers = useQueryClient();
  const save = useMutation({
    mutationFn: async () =>
      call(api.setOAuthClient, {
        params: { provider },
        body: { clientId: clientId.trim(), clientSecret: clientSecret.trim() },
      }),
    onSuccess: async () => {
      await answers.invalidateQueries({ queryKey: ['organization', 'sign-in'] });
      sayDone('OAuth client saved');
      onClose();
    },
  });
  return (
    <FormDialog title={`${name} OAuth client`} onSubmit={() => save.mutate()} onClose={onClose}>
      <Text c="dimmed">Register an OAuth client with {name} and this redirect URI:</Text>
      <Group gap="xs" wrap="nowrap">
        <Code className="xp-foreign">{redirectUrl}</Code>
        <CopyButton value={redirectUrl} what="redirect URI" />
      </Group>
      <TextInput
        label="Client ID"
        required
        autoComplete="off"
        maxLength={LIMITS.accounts.clientIdCharactersMax}
        value={clientId}
        error={fieldError(save.error, 'clientId')}
        onChange={(event) => setClientId(event.currentTarget.value)}
      />
      <PasswordInput
        label="Client secret"
        description="Stored encrypted and never shown again."
        required
        autoComplete="off"
        maxLength={LIMITS.accounts.clientSecretCharactersMax}
        value={clientSecret}
        visibilityToggleButtonProps={{ 'aria-label': 'Show client secret' }}
        error={fieldError(save.error, 'clientSecret')}
        onChange={(event) => setClientSecret(event.currentTarget.value)}
      />
      <FormEnd error={save.error} fields={['clientId', 'clientSecret']} isBusy={save.isPending}>
        Save
      </FormEnd>
    </FormDialog>
  );
}
