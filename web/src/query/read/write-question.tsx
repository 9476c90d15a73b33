import { useSyncExternalStore } from 'react';
import { CodeText } from '../../parts/code-text.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { writeGate } from './write-gate.ts';

/** Asks before a query writes a lookup table. */
export function WriteQuestion() {
  const query = useSyncExternalStore(writeGate.waiting.subscribe, writeGate.waiting.get);
  if (query === undefined) return null;
  return (
    <ConfirmDialog
      title="Write to lookup table?"
      action="Run and write"
      isBusy={false}
      error={undefined}
      onConfirm={() => writeGate.settle(true)}
      onClose={() => writeGate.settle(false)}
    >
      This query writes its results to a lookup table and replaces the table's content:{' '}
      <CodeText>{query}</CodeText>
    </ConfirmDialog>
  );
}
