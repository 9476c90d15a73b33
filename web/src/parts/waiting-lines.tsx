import { Skeleton } from '@mantine/core';
import classes from './waiting-lines.module.css';

/** Placeholder for lines that are loading; also announced to screen readers. */
export function WaitingLines({
  label,
  lines,
  height = 14,
}: {
  readonly label: string;
  readonly lines: number;
  readonly height?: number;
}) {
  return (
    <output className={classes['lines']} aria-label={label}>
      {Array.from({ length: lines }, (_, at) => (
        <Skeleton key={at} height={height} />
      ))}
    </output>
  );
}
