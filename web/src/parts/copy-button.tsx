import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon } from './icons.tsx';

interface CopyButtonProps {
  readonly value: string;
  /** Completes the name of the button: “Copy <what>”. */
  readonly what: string;
  /** Shows the name next to the icon. */
  readonly isLabelled?: boolean;
}

export function CopyButton({ value, what, isLabelled = false }: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 1500 });
  const name = clipboard.copied ? 'Copied' : `Copy ${what}`;
  const icon = <Icon name={clipboard.copied ? 'check' : 'copy'} size={14} />;
  if (isLabelled) {
    return (
      <Button variant="default" leftSection={icon} onClick={() => clipboard.copy(value)}>
        {name}
      </Button>
    );
  }
  return (
    <Tooltip label={name}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={name}
        onClick={() => clipboard.copy(value)}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
