import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ErrorNotice } from './error-notice.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen, and what cannot be restored. */
  readonly children: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  /** Has to be typed before the button can be pressed. */
  readonly typed?: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation of an irreversible action. Rendered while it is open. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, typed, isBusy, error, onConfirm, onClose } = props;
  const [text, setText] = useState('');
  const isReady = typed === undefined || text === typed;
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onConfirm();
        }}
      >
        <Stack gap="sm">
          <Text component="div" className="xp-foreign">
            {children}
          </Text>
          {typed !== undefined && (
            <TextInput
              label={`Type “${typed}” to confirm`}
              value={text}
              autoComplete="off"
              data-autofocus
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          <ErrorNotice error={error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={isBusy} disabled={!isReady}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
