import {
  Button,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { Icon } from '../parts/icons.tsx';
import { ButtonLink } from '../parts/links.tsx';
import { useDensity } from './preferences.ts';
import { roleName } from './role-names.ts';
import { useSignedIn } from './signed-in.tsx';

interface UserMenuProps {
  readonly className: string;
  readonly onHelp: () => void;
}

export function UserMenu({ className, onHelp }: UserMenuProps) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => {
        if (!opened) close();
      }}
      position="right-end"
      width={250}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={className}
          aria-label="Account and preferences"
          onClick={toggle}
        >
          <Icon name="user" size={18} />
          Account
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Account and preferences" p="xs">
        <UserActions onClose={close} onHelp={onHelp} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface UserActionsProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

function UserActions({ onClose, onHelp }: UserActionsProps) {
  const { user, role } = useSignedIn();
  const signOut = useSignOut();
  const shared = {
    variant: 'subtle',
    color: 'gray',
    justify: 'flex-start',
    fullWidth: true,
  } as const;
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed" px={6} className="xp-foreign">
        {user.email} · {roleName(role)}
      </Text>
      <ButtonLink
        {...shared}
        to="/settings/account"
        leftSection={<Icon name="user" />}
        onClick={onClose}
      >
        Account
      </ButtonLink>
      <Button
        {...shared}
        leftSection={<Icon name="keyboard" />}
        onClick={() => {
          onClose();
          onHelp();
        }}
      >
        Keyboard shortcuts
      </Button>
      <Preferences />
      <Button {...shared} leftSection={<Icon name="logout" />} onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </Stack>
  );
}

/** Leaves, and forgets everything that was read. */
export function useSignOut(to = '/sign-in') {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async () => call(api.signOut, {}),
    onSuccess: () => {
      answers.clear();
      // A full page load leaves no data of the previous user.
      window.location.assign(to);
    },
  });
}

function Preferences() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = useDensity();
  return (
    <div style={{ padding: '4px 6px 8px', display: 'grid', gap: 8 }}>
      <div>
        <Text size="xs" c="dimmed" id="theme-label" mb={4}>
          Theme
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="theme-label"
          value={colorScheme}
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'auto', label: 'Auto' },
          ]}
          onChange={(value) => setColorScheme(value)}
        />
      </div>
      <div>
        <Text size="xs" c="dimmed" id="density-label" mb={4}>
          Density
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="density-label"
          value={density}
          data={[
            { value: 'compact', label: 'Compact' },
            { value: 'comfortable', label: 'Comfortable' },
          ]}
          onChange={(value) => setDensity(value)}
        />
      </div>
    </div>
  );
}
