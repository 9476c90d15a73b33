import { Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ExportRun } from '../../../../../src/contract/export-runs.ts';
import { exportRunQuery } from '../../../data/exports-queries.ts';
import { shareOf } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { progressWords } from '../logic/export-words.ts';

interface OpenRunProps {
  readonly exportId: string;
  readonly run: string;
}

/** How far the run is that has not ended. */
export function OpenRun({ exportId, run }: OpenRunProps) {
  const read = useQuery(exportRunQuery(exportId, run));
  return read.data === undefined ? null : <RunProgress run={read.data} />;
}

/** Renders nothing for a finished run, whose numbers are shown instead. */
export function RunProgress({ run }: { readonly run: ExportRun }) {
  switch (run.state) {
    case 'waiting':
      return (
        <Text size="xs" c="dimmed">
          Queued: one run at a time per organization.
        </Text>
      );
    case 'retrying':
      return (
        <Text size="xs" c="dimmed" component="div">
          Next attempt <TimeText at={run.nextTryAt} none="soon" />; {run.attempts} failed so far.
        </Text>
      );
    case 'running':
      return <Written run={run} />;
    case 'done':
    case 'cancelled':
    case 'given_up':
      return null;
  }
}

function Written({ run }: { readonly run: ExportRun }) {
  const words = progressWords(run);
  const percent = 100 * shareOf(run.rows, run.rowsPlanned);
  return (
    <div style={{ minWidth: 180 }}>
      <Progress.Root size={6}>
        <Progress.Section value={percent} aria-label={words} />
      </Progress.Root>
      <Text size="xs" c="dimmed" component="output">
        {words}
      </Text>
    </div>
  );
}
