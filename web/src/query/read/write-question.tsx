import { lazy, Suspense, useSyncExternalStore } from 'react';
import { writeGate } from './write-gate.ts';

const Dialog = lazy(async () => {
  const { WriteDialog: component } = await import('./write-dialog.tsx');
  return { default: component };
});

/** Asks for confirmation before a query writes a lookup table or events. */
export function WriteQuestion() {
  const query = useSyncExternalStore(writeGate.waiting.subscribe, writeGate.waiting.get);
  if (query === undefined) return null;
  return (
    <Suspense>
      <Dialog query={query} />
    </Suspense>
  );
}
