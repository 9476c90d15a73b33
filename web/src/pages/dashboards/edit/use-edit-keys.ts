import { useEffect } from 'react';
import { useLatest } from '../../../parts/use-latest.ts';
import type { Draft } from './use-draft.ts';

interface EditKeys {
  readonly onSave: () => void;
  /** While something lies over the page. */
  readonly isPaused: boolean;
}

/** Ctrl+S saves, Ctrl+Z takes back, Ctrl+Shift+Z does it again. */
export function useEditKeys(draft: Draft, keys: EditKeys): void {
  const latest = useLatest({ draft, ...keys });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { draft: now, onSave, isPaused } = latest.current;
      if (!(event.ctrlKey || event.metaKey) || isPaused) return;
      const key = event.key.toLowerCase();
      if (key === 's') {
        event.preventDefault();
        if (now.isChanged) onSave();
      } else if (key === 'z') {
        event.preventDefault();
        (event.shiftKey ? now.redo : now.undo)?.();
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [latest]);
}
