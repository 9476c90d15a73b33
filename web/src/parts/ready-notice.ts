import { notifications } from '@mantine/notifications';

/** Says that something is done, without asking for anything. */
export function sayDone(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4000, withBorder: true });
}
