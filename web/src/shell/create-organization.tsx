import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../src/spec/limits.ts';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { fieldError } from '../parts/field-error.ts';
import { useChooseOrganization } from './use-choose-organization.ts';
import { FormEnd } from '../parts/form-end.tsx';

/** Rendered while it is open. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Create organization"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <CreateOrganization />
    </Modal>
  );
}

/** Creates an organization and goes to work in it. */
export function CreateOrganization() {
  const [name, setName] = useState('');
  const choose = useChooseOrganization();
  const create = useMutation({
    mutationFn: async () => call(api.createOrganization, { body: { name } }),
    onSuccess: async ({ data }) => {
      await choose.mutateAsync(data.id);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack gap="sm">
        <Text c="dimmed">
          An organization has its own logs, members, keys and plan. You become its Owner. You can
          create up to {LIMITS.organizations.createdPerUserMax} organizations.
        </Text>
        <TextInput
          label="Name"
          value={name}
          required
          data-autofocus
          maxLength={LIMITS.organizations.nameCharactersMax}
          error={fieldError(create.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormEnd error={create.error ?? choose.error} fields={['name']} isBusy={create.isPending}>
          Create organization
        </FormEnd>
      </Stack>
    </form>
  );
}
