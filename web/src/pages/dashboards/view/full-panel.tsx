import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface FullPanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One panel over the whole screen. */
export function FullPanel({ title, onClose, children }: FullPanelProps) {
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      withCloseButton={false}
      padding="md"
      aria-label={title === '' ? 'Panel' : title}
      className="db-full"
      transitionProps={{ duration: 0 }}
    >
      <button type="button" className="db-link db-full-close" onClick={onClose}>
        Close
      </button>
      {children}
    </Modal>
  );
}
