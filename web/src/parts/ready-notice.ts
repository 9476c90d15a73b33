import { notifications } from '@mantine/notifications';

/** Says that something is done, without asking for anything. */
export function sayDone(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4000, withBorder: true });
}

/** Says that something asked for in passing was refused; where there is a form, it stands there. */
export function sayFailed(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 8000, withBorder: true, role: 'alert' });
}
