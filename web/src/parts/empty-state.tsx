import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

interface EmptyStateProps {
  readonly icon?: IconName;
  readonly title: string;
  /** 1 if it fills the whole page. */
  readonly order?: 1 | 2;
  /** Why there is nothing, and what to do. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({
  icon = 'inbox',
  title,
  order = 2,
  children,
  action,
}: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <Text c="dimmed" component="span" lh={0}>
        <Icon name={icon} size={32} />
      </Text>
      <Title order={order} size="h3">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" maw="min(460px, 100%)" component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
