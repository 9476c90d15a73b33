import { Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface WideTableProps {
  /** What the table lists, for its name. */
  readonly label: string;
  readonly minWidth: number;
  readonly children: ReactNode;
}

/** A table that scrolls horizontally, also by keyboard, if there is not enough room; the page never does. */
export function WideTable({ label, minWidth, children }: WideTableProps) {
  const isNarrow = useMediaQuery(`(max-width: ${minWidth + 320}px)`);
  return (
    <section
      aria-label={label}
      style={{ overflowX: 'auto', position: 'relative' }}
      {...(isNarrow ? { tabIndex: 0 } : {})}
    >
      <Table highlightOnHover miw={minWidth}>
        {children}
      </Table>
    </section>
  );
}
