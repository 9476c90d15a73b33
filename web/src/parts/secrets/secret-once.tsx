import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../code-text.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Icon } from '../icons.tsx';

interface SecretOnceProps {
  readonly value: string;
  /** “API key”, “access token”. */
  readonly what: string;
  /** What becomes of it here. */
  readonly fate?: string;
  readonly onDone: () => void;
}

const HASHED = "Xplain stores only a hash and can't show it again";

/** Shows a newly created secret, kept only in memory of this page. */
export function SecretOnce({ value, what, fate = HASHED, onDone }: SecretOnceProps) {
  return (
    <Stack gap="sm">
      <Alert color="yellow" icon={<Icon name="warning" />} p="xs">
        <Text>
          Copy the {what} now. It's shown only once: {fate}.
        </Text>
      </Alert>
      <CodeBlock text={value} what={what} />
      <Group justify="flex-end" gap="xs">
        <CopyButton value={value} what={what} isLabelled />
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
