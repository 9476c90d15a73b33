import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

interface NavigationDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The navigation as a drawer when there is no room for it next to the page. */
export function NavigationDrawer({ isOpen, onClose, children }: NavigationDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title="Xplain"
      size={260}
      closeButtonProps={{ 'aria-label': 'Close navigation' }}
    >
      {children}
    </Drawer>
  );
}
