import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of the form under its heading. */
export function FormSection(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap="sm" component="section" aria-label={props.title}>
      <Title order={2}>{props.title}</Title>
      {props.children}
    </Stack>
  );
}
