import { useBlocker } from '@tanstack/react-router';

/** Confirms before leaving unsaved changes. */
export function useUnsavedWarning(isUnsaved: boolean, question: string): void {
  useBlocker({
    // The browser asks likewise when the window is closed.
    shouldBlockFn: () => isUnsaved && !window.confirm(question),
    enableBeforeUnload: isUnsaved,
    disabled: !isUnsaved,
  });
}
