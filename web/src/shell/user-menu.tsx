import { Menu, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { Icon } from '../parts/icons.tsx';
import { useDensity } from './preferences.ts';
import { roleName } from './role-names.ts';
import { useSignedIn } from './signed-in.tsx';

interface UserMenuProps {
  readonly className: string;
  readonly onHelp: () => void;
}

export function UserMenu({ className, onHelp }: UserMenuProps) {
  const { user, role } = useSignedIn();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <Menu position="right-end" width={250} shadow="md" withinPortal>
      <Menu.Target>
        <button type="button" className={className} aria-label="You: account and preferences">
          <Icon name="user" size={18} />
          You
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="xp-foreign">
          {user.email} · {roleName(role)}
        </Menu.Label>
        <Menu.Item
          leftSection={<Icon name="user" />}
          onClick={() => void navigate({ to: '/settings/account' })}
        >
          Your account
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="keyboard" />} onClick={onHelp}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Preferences />
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Leaves, and forgets everything that was read. */
export function useSignOut(to = '/sign-in') {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async () => call(api.signOut, {}),
    onSuccess: () => {
      answers.clear();
      // A fresh page holds nothing of the person who was here.
      window.location.assign(to);
    },
  });
}

function Preferences() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = useDensity();
  return (
    <div style={{ padding: '4px 12px 8px', display: 'grid', gap: 8 }}>
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
