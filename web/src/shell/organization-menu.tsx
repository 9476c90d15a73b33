import { Menu, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { Icon } from '../parts/icons.tsx';
import classes from './app-frame.module.css';
import { lazyPart } from './lazy-part.ts';
import { roleName } from './role-names.ts';
import { useSignedIn } from './signed-in.tsx';
import { useChooseOrganization } from './use-choose-organization.ts';

const CreateDialog = lazyPart(async () => (await import('./create-organization.tsx')).CreateDialog);

interface OrganizationMenuProps {
  readonly className: string;
  /** Shows the name next to the initials. */
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
            <VisuallyHidden>Organization {organization.name}: switch organization</VisuallyHidden>
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
      {isCreating && (
        <Suspense>
          <CreateDialog onClose={creation.close} />
        </Suspense>
      )}
    </>
  );
}

/** Returns a two-letter abbreviation of a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters =
    words.length > 1
      ? words.slice(0, 2).map((word) => Array.from(word)[0])
      : Array.from(name).slice(0, 2);
  return letters.join('').toUpperCase();
}
