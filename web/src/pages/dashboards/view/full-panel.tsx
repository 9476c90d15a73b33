import { ActionIcon, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../parts/icons.tsx';

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
      <ActionIcon
        className="db-full-close"
        variant="subtle"
        color="gray"
        aria-label="Close"
        onClick={onClose}
      >
        <Icon name="close" size={16} />
      </ActionIcon>
      {children}
    </Modal>
  );
}
