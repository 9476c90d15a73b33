import { CodeText } from '../../parts/code-text.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { writeGate } from './write-gate.ts';

export function WriteDialog({ query }: { readonly query: string }) {
  return (
    <ConfirmDialog
      title="Run a query that writes?"
      action="Run and write"
      isBusy={false}
      error={undefined}
      onConfirm={() => writeGate.settle(true)}
      onClose={() => writeGate.settle(false)}
    >
      <code>outputlookup</code> replaces the content of a lookup table; <code>collect</code> adds
      events to an index: <CodeText>{query}</CodeText>
    </ConfirmDialog>
  );
}
