import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowActionProps {
  /** Includes the name of the row, for screen reader users who hear the button without the table. */
  readonly label: string;
  /** It takes something away. */
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly isPending?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Something to do with one row of a table, or with one entry of a list. */
export function RowAction({
  label,
  isDanger = false,
  isDisabled = false,
  isPending = false,
  onClick,
  children,
}: RowActionProps) {
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={label}
      {...(isDanger ? { color: 'red' } : {})}
      disabled={isDisabled}
      loading={isPending}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
