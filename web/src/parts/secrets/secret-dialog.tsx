import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface SecretDialogProps {
  readonly title: string;
  /** Whether the secret is shown, which happens only once: a click outside must not close the dialog. */
  readonly isShown: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog whose last step shows a secret. Rendered while it is open. */
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
