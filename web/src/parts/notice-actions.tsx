import { Button, Group } from '@mantine/core';

interface NoticeActionsProps {
  readonly message: string;
  readonly actions: readonly { readonly label: string; readonly act: () => void }[];
  readonly onDone: () => void;
}

/** The text of a notice with what can be done about it. */
export function NoticeActions({ message, actions, onDone }: NoticeActionsProps) {
  return (
    <Group justify="space-between" gap="xs">
      <span className="xp-foreign">{message}</span>
      <Group gap={4}>
        {actions.map(({ label, act }) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            onClick={() => {
              onDone();
              act();
            }}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Group>
  );
}
