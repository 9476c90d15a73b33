import { useBlocker } from '@tanstack/react-router';

/** Leaving with changes asks first. */
export function useUnsavedWarning(isUnsaved: boolean, question: string): void {
  useBlocker({
    // The browser asks in the same way when the window is closed.
    shouldBlockFn: () => isUnsaved && !window.confirm(question),
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
  });
}
