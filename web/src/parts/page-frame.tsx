import { Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageFrameProps {
  readonly title: string;
  readonly about?: ReactNode;
  /** What can be done here, right of the title. */
  readonly actions?: ReactNode;
  /** Over the whole width, for pages that show logs. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Title, what the page is for, its actions, and the page. */
export function PageFrame({ title, about, actions, isWide = false, children }: PageFrameProps) {
  useDocumentTitle(`${title} · Xplain`);
  return (
    <Stack gap="md" {...(isWide ? {} : { maw: 1080 })}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Box maw={720}>
          <Title order={1}>{title}</Title>
          {about !== undefined && (
            <Text c="dimmed" component="div" mt={2}>
              {about}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** Placeholder for a list that is loading. */
export function RowsSkeleton({ rows = 4 }: { readonly rows?: number }) {
  return (
    <Stack gap={8} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={30} />
      ))}
    </Stack>
  );
}
