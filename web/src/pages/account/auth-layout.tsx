import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ConnectionNotice } from '../../shell/connection-notice.tsx';

interface AuthLayoutProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
  /** Below the card: the link to the other sign-in page. */
  readonly foot?: ReactNode;
}

/** Around the pages for visitors who are not signed in. */
export function AuthLayout({ title, about, children, foot }: AuthLayoutProps) {
  useDocumentTitle(`${title} · Xplain`);
  return (
    <Center
      component="main"
      mih="100dvh"
      p="md"
      bg="light-dark(var(--xp-raised), var(--mantine-color-body))"
    >
      <Stack w="100%" maw={380} gap="md">
        <Group gap={10} justify="center">
          <img src="/icon.svg" alt="" width={28} height={28} />
          <Text fw={700} size="lg">
            Xplain
          </Text>
        </Group>
        <Paper
          withBorder
          p="lg"
          radius="md"
          bg="light-dark(var(--mantine-color-body), var(--xp-raised))"
        >
          <Title order={1} mb={about === undefined ? 'md' : 4}>
            {title}
          </Title>
          {about !== undefined && (
            <Text c="dimmed" mb="md" component="div">
              {about}
            </Text>
          )}
          {children}
        </Paper>
        {foot !== undefined && (
          <Text ta="center" component="div">
            {foot}
          </Text>
        )}
      </Stack>
      <ConnectionNotice />
    </Center>
  );
}
