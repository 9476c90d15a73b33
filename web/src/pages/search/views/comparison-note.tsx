/** Which earlier time the numbers are compared with, or why there is none. */
import { Text } from '@mantine/core';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import { usePage } from '../page-context.tsx';

export interface ComparisonNoteProps {
  readonly comparison: {
    readonly from: string;
    readonly to: string;
    readonly baseline: 'complete' | 'partial' | 'none';
    readonly reason?: string;
  };
}

export function ComparisonNote({ comparison }: ComparisonNoteProps) {
  const { timeZone } = usePage();
  const { from, to, baseline, reason } = comparison;
  const at = (time: string): string => formatInstant(Date.parse(time), timeZone, 'seconds');
  const range = `${at(from)} – ${at(to)}`;
  return (
    <Text size="xs" c={baseline === 'complete' ? 'dimmed' : 'var(--xp-warning)'} component="output">
      {baseline === 'none' ? `No baseline in ${range}.` : `Compared with ${range}.`}
      {reason === undefined ? '' : ` ${reason}`}
    </Text>
  );
}
