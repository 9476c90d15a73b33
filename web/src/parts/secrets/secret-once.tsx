import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../code-text.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Icon } from '../icons.tsx';

interface SecretOnceProps {
  readonly value: string;
  /** “API key”, “access token”. */
  readonly what: string;
  readonly onDone: () => void;
}

/** A secret that was just made. It is in the memory of this page alone. */
export function SecretOnce({ value, what, onDone }: SecretOnceProps) {
  return (
    <Stack gap="sm">
      <Alert color="yellow" icon={<Icon name="warning" />} p="xs">
        <Text>
          Copy the {what} now. It is shown this once: only its hash is kept, and nobody can bring it
          back.
        </Text>
      </Alert>
      <CodeBlock text={value} what={what} />
      <Group justify="flex-end" gap="xs">
        <CopyButton value={value} what={what} isLabelled />
        <Button onClick={onDone}>I have stored it</Button>
      </Group>
    </Stack>
  );
}
