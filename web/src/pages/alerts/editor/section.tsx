import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of the editor under its heading. */
export function Section({ title, children }: SectionProps) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}
