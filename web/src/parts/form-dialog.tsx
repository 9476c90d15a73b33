import { Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface FormDialogProps {
  readonly title: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form over the page. Rendered while it is open. */
export function FormDialog({ title, onSubmit, onClose, children }: FormDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack gap="sm">{children}</Stack>
      </form>
    </Modal>
  );
}
