import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { NoticeActions } from './notice-actions.tsx';

const SHARED = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } } as const;

/** Shows a success notice that needs no action. */
export function sayDone(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4000, ...SHARED });
}

/** Shows that an action without a form failed; forms show their own errors. */
export function sayFailed(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 8000, role: 'alert', ...SHARED });
}

interface NoticeAction {
  readonly label: string;
  readonly act: () => void;
}

/** Shows a success notice with follow-up actions; it stays long enough to reach them. */
export function sayDoneWith(message: string, actions: readonly NoticeAction[]): void {
  const id = notifications.show({
    message: createElement(NoticeActions, {
      message,
      actions,
      onDone: () => notifications.hide(id),
    }),
    color: 'teal',
    autoClose: 12_000,
    ...SHARED,
  });
}
