import { useEffect, useMemo } from 'react';
import { createKeyReader } from './key-sequence.ts';

interface ShortcutOptions {
  /** Handled before the shortcuts of the page, so that nothing else receives the second key of a pair. */
  readonly isFirst?: boolean;
}

/** Runs the action bound to a key or a pair of keys, except in input fields. */
export function useShortcuts(
  actions: Readonly<Record<string, () => void>>,
  { isFirst = false }: ShortcutOptions = {},
): void {
  const read = useMemo(() => createKeyReader(), []);
  useEffect(() => {
    const names = new Set(Object.keys(actions));
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return;
      const isOther = event.ctrlKey || event.altKey || event.metaKey || isField(event.target);
      const name = read({ key: event.key, at: event.timeStamp, isOther }, names);
      if (name === undefined) return;
      event.preventDefault();
      actions[name]?.();
    };
    window.addEventListener('keydown', listen, { capture: isFirst });
    return () => window.removeEventListener('keydown', listen, { capture: isFirst });
  }, [actions, read, isFirst]);
}

/** Elements in which letters are text input. Shortcuts are also disabled while a dialog is open. */
const FIELDS = 'input, textarea, select, [role="dialog"], [role="menu"]';

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(FIELDS) !== null;
}
