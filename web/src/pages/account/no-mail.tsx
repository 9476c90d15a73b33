import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** In place of the promise of a mail that nobody sends. */
export function NoMail({ children }: { readonly children: ReactNode }) {
  return (
    <Text className="xp-foreign" aria-live="polite">
      This installation sends no mail: what would be sent lies in a folder of its server. Ask its
      operator. {children}
    </Text>
  );
}
