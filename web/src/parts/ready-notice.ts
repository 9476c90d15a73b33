import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { NoticeActions } from './notice-actions.tsx';

const SHARED = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } } as const;

/** Says that something is done, without asking for anything. */
export function sayDone(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4000, ...SHARED });
}

/** Says that something asked for in passing was refused; where there is a form, it stands there. */
export function sayFailed(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 8000, role: 'alert', ...SHARED });
}

interface NoticeAction {
  readonly label: string;
  readonly act: () => void;
}

/** Says that something is done, and what can be done about it; it stays long enough to be reached. */
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
