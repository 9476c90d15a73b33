import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

interface FieldDrawerProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows the fields in a drawer when there is no room for them next to the events. Rendered while it is open. */
export function FieldDrawer({ onClose, children }: FieldDrawerProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Fields"
      size={300}
      closeButtonProps={{ 'aria-label': 'Close fields' }}
      classNames={{ body: 'sx-drawer' }}
    >
      {children}
    </Drawer>
  );
}
