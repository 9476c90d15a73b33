import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../../../../src/spec/roles.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ExpiryField } from '../../../parts/expiry-field.tsx';
import { expiryMoment, isExpiryReady } from '../../../parts/expiry.ts';
import { fieldError } from '../../../parts/field-error.ts';
import { SecretOnce } from '../../../parts/secret-once.tsx';

const SCOPES: Readonly<Record<TokenScope, string>> = {
  'evaluations:run': 'Runs evaluations, and spends the organization’s credits.',
  'search:read': 'Searches logs, the audit log included.',
};

/** Rendered while it is open: first the form, then the value. */
export function CreateToken({ onClose }: { readonly onClose: () => void }) {
  const [value, setValue] = useState<string>();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={value === undefined}
      closeOnEscape={value === undefined}
      title={value === undefined ? 'Create access token' : 'Access token created'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {value === undefined ? (
        <TokenForm onCreated={setValue} />
      ) : (
        <SecretOnce value={value} what="access token" onDone={onClose} />
      )}
    </Modal>
  );
}

function TokenForm({ onCreated }: { readonly onCreated: (value: string) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['evaluations:run']);
  const [expiry, setExpiry] = useState({ choice: '90', day: '' });
  const answers = useQueryClient();
  const create = useMutation({
    mutationFn: async () => {
      const expiresAt = expiryMoment(expiry.choice, expiry.day, Date.now());
      const chosen = TOKEN_SCOPES.filter((scope) => scopes.includes(scope));
      const ends = expiresAt === undefined ? {} : { expiresAt };
      return call(api.createAccessToken, { body: { name: name.trim(), scopes: chosen, ...ends } });
    },
    onSuccess: ({ data }) => {
      void answers.invalidateQueries({ queryKey: ['access-tokens'] });
      onCreated(data.value);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isExpiryReady(expiry.choice, expiry.day, Date.now())) create.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          placeholder="CI of the shop"
          required
          data-autofocus
          maxLength={LIMITS.credentials.nameCharactersMax}
          value={name}
          error={fieldError(create.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group
          label="Scopes"
          value={scopes}
          error={fieldError(create.error, 'scopes')}
          onChange={setScopes}
        >
          <Stack gap={6} mt={4}>
            {TOKEN_SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={scope} description={SCOPES[scope]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <ExpiryField
          {...expiry}
          error={fieldError(create.error, 'expiresAt')}
          onChange={(choice, day) => setExpiry({ choice, day })}
        />
        <ErrorNotice error={create.error} fields={['name', 'scopes', 'expiresAt']} />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending} disabled={scopes.length === 0}>
            Create access token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
