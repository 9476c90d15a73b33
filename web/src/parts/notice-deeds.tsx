import { Button, Group } from '@mantine/core';

interface NoticeDeedsProps {
  readonly message: string;
  readonly deeds: readonly { readonly label: string; readonly act: () => void }[];
  readonly onDone: () => void;
}

/** The text of a notice with what can be done about it. */
export function NoticeDeeds({ message, deeds, onDone }: NoticeDeedsProps) {
  return (
    <Group justify="space-between" gap="xs">
      <span className="xp-foreign">{message}</span>
      <Group gap={4}>
        {deeds.map(({ label, act }) => (
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
