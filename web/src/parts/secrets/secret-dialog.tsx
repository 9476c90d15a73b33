import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface SecretDialogProps {
  readonly title: string;
  /** The secret is there, for this once: it must not be lost by a click beside it. */
  readonly isShown: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that ends with a secret. Rendered while it is open. */
export function SecretDialog({ title, isShown, onClose, children }: SecretDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  );
}
