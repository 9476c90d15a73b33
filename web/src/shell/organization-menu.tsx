import { Button, Group, Menu, Modal, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LIMITS } from '../../../src/spec/limits.ts';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { fieldError } from '../parts/field-error.ts';
import { Icon } from '../parts/icons.tsx';
import classes from './app-frame.module.css';
import { roleName } from './role-names.ts';
import { useSignedIn } from './signed-in.tsx';

/** Changes the organization this session works in; what was read of the other one is forgotten. */
export function useChooseOrganization() {
  const answers = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (id: string) => call(api.activateOrganization, { params: { id } }),
    onSuccess: async () => {
      await navigate({ to: '/' });
      await answers.resetQueries();
    },
  });
}

interface OrganizationMenuProps {
  readonly className: string;
  /** With the name beside its letters. */
  readonly isWide: boolean;
}

export function OrganizationMenu({ className, isWide }: OrganizationMenuProps) {
  const { organization, organizations } = useSignedIn();
  const [isCreating, creation] = useDisclosure(false);
  const choose = useChooseOrganization();
  return (
    <>
      <Menu position={isWide ? 'bottom-start' : 'right-start'} width={250} shadow="md">
        <Menu.Target>
          <button type="button" className={className} title={organization.name}>
            <span className={classes['avatar']}>{initials(organization.name)}</span>
            {isWide && <span className="xp-foreign">{organization.name}</span>}
            <VisuallyHidden>Organization {organization.name}: change organization</VisuallyHidden>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Organizations</Menu.Label>
          {organizations.map(({ id, name, role, isActive }) => (
            <Menu.Item
              key={id}
              leftSection={isActive ? <Icon name="check" /> : <span style={{ width: 16 }} />}
              aria-current={isActive ? 'true' : undefined}
              onClick={() => {
                if (!isActive) choose.mutate(id);
              }}
            >
              <Text className="xp-foreign">{name}</Text>
              <Text size="xs" c="dimmed">
                {roleName(role)}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="plus" />} onClick={creation.open}>
            Create organization
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={isCreating}
        onClose={creation.close}
        title="Create organization"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <CreateOrganization onDone={creation.close} />
      </Modal>
    </>
  );
}

/** Creates an organization and goes to work in it. */
export function CreateOrganization({ onDone }: { readonly onDone?: () => void }) {
  const [name, setName] = useState('');
  const choose = useChooseOrganization();
  const create = useMutation({
    mutationFn: async () => call(api.createOrganization, { body: { name } }),
    onSuccess: async ({ data }) => {
      await choose.mutateAsync(data.id);
      onDone?.();
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
          It has its own logs, members, keys and plan. You become its Owner. You may create{' '}
          {LIMITS.organizations.createdPerUserMax} organizations.
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
        <ErrorNotice error={create.error ?? choose.error} fields={['name']} />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            Create organization
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Two letters that stand for a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters =
    words.length > 1
      ? words.slice(0, 2).map((word) => Array.from(word)[0])
      : Array.from(name).slice(0, 2);
  return letters.join('').toUpperCase();
}
