import { Button, Group, Modal, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { KEY_SCOPES, type KeyEnvironment, type KeyScope } from '../../../../src/spec/roles.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { ExpiryField } from '../../parts/expiry-field.tsx';
import { expiryMoment, isExpiryReady } from '../../parts/expiry.ts';
import { fieldError } from '../../parts/field-error.ts';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { keysQuery } from '../../data/keys-query.ts';

const SCOPES: Readonly<Record<KeyScope, string>> = {
  'ingest-only': 'Sends logs, nothing else. For shippers and programs.',
  'read-only': 'Searches logs and reads alerts.',
  'full-access': 'Acts as an Admin on every endpoint. Keep it in a safe.',
};

/** Rendered while it is open: first the form, then the value. */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const [value, setValue] = useState<string>();
  return (
    <Modal
      opened
      onClose={onClose}
      // The value must not be lost by a click beside it.
      closeOnClickOutside={value === undefined}
      closeOnEscape={value === undefined}
      title={value === undefined ? 'Create API key' : 'API key created'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {value === undefined ? (
        <KeyForm onCreated={setValue} />
      ) : (
        <SecretOnce value={value} what="API key" onDone={onClose} />
      )}
    </Modal>
  );
}

function KeyForm({ onCreated }: { readonly onCreated: (value: string) => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<KeyScope>('ingest-only');
  const [environment, setEnvironment] = useState<KeyEnvironment>('live');
  const [expiry, setExpiry] = useState({ choice: 'never', day: '' });
  const answers = useQueryClient();
  const create = useMutation({
    mutationFn: async () => {
      const expiresAt = expiryMoment(expiry.choice, expiry.day, Date.now());
      const ends = expiresAt === undefined ? {} : { expiresAt };
      return call(api.createApiKey, { body: { name: name.trim(), scope, environment, ...ends } });
    },
    onSuccess: ({ data }) => {
      void answers.invalidateQueries(keysQuery);
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
          description="Where it will be used; events without a source get it as theirs."
          placeholder="Vector on web-1"
          required
          data-autofocus
          maxLength={LIMITS.credentials.nameCharactersMax}
          value={name}
          error={fieldError(create.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ScopeField scope={scope} onChange={setScope} />
        <NativeSelect
          label="Environment"
          description="Shown in the prefix of the key, so that the two are not mixed up."
          data={[
            { value: 'live', label: 'Live (xp_live_…)' },
            { value: 'test', label: 'Test (xp_test_…)' },
          ]}
          value={environment}
          onChange={(event) =>
            setEnvironment(event.currentTarget.value === 'test' ? 'test' : 'live')
          }
        />
        <ExpiryField
          {...expiry}
          error={fieldError(create.error, 'expiresAt')}
          onChange={(choice, day) => setExpiry({ choice, day })}
        />
        <ErrorNotice error={create.error} fields={['name', 'expiresAt']} />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            Create API key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ScopeFieldProps {
  readonly scope: KeyScope;
  readonly onChange: (scope: KeyScope) => void;
}

function ScopeField({ scope, onChange }: ScopeFieldProps) {
  return (
    <Radio.Group
      label="Scope"
      value={scope}
      onChange={(value) => onChange(KEY_SCOPES.find((each) => each === value) ?? 'ingest-only')}
    >
      <Stack gap={6} mt={4}>
        {KEY_SCOPES.map((each) => (
          <Radio key={each} value={each} label={each} description={SCOPES[each]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
