import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../parts/icons.tsx';

interface BarMenuProps {
  readonly icon: IconName;
  readonly label: string;
  readonly children: ReactNode;
  /** Stays open, so that several items can be ticked. */
  readonly staysOpen?: boolean;
  readonly width?: number;
}

/** A menu opened by an unobtrusive toolbar button. */
export function BarMenu({ icon, label, children, staysOpen = false, width }: BarMenuProps) {
  return (
    <Menu
      position="bottom-end"
      withinPortal
      closeOnItemClick={!staysOpen}
      {...(width === undefined ? {} : { width })}
    >
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<Icon name={icon} size={13} />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
