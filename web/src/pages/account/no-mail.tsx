import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Replaces the announcement of an email that is never sent. */
export function NoMail({ children }: { readonly children: ReactNode }) {
  return (
    <Text className="xp-foreign" aria-live="polite">
      This installation doesn't send email. Messages are written to a folder on the server. Ask its
      operator. {children}
    </Text>
  );
}
