import { useCallback, useState } from 'react';
import { type Preferences, readPreferences, writePreferences } from '../logic/preferences.ts';

export type ChangePreferences = (part: Partial<Preferences>) => void;

export function usePreferences(): readonly [Preferences, ChangePreferences] {
  const [preferences, setPreferences] = useState(() => readPreferences(localStorage));
  const change = useCallback<ChangePreferences>((part) => {
    setPreferences((present) => {
      const next = { ...present, ...part };
      writePreferences(localStorage, next);
      return next;
    });
  }, []);
  return [preferences, change];
}
