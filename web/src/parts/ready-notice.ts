import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { NoticeDeeds } from './notice-deeds.tsx';

const SHARED = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } } as const;

/** Says that something is done, without asking for anything. */
export function sayDone(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4000, ...SHARED });
}

/** Says that something asked for in passing was refused; where there is a form, it stands there. */
export function sayFailed(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 8000, role: 'alert', ...SHARED });
}

interface NoticeDeed {
  readonly label: string;
  readonly act: () => void;
}

/** Says that something is done, and what can be done about it; it stays long enough to be reached. */
export function sayDoneWith(message: string, deeds: readonly NoticeDeed[]): void {
  const id = notifications.show({
    message: createElement(NoticeDeeds, { message, deeds, onDone: () => notifications.hide(id) }),
    color: 'teal',
    autoClose: 12_000,
    ...SHARED,
  });
}
