import { Drawer, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface VariablesSheetProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function VariablesSheet({ onClose, children }: VariablesSheetProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title="Variables"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm" pb="md">
        {children}
      </Stack>
    </Drawer>
  );
}
