import { TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';

interface ZoneFormProps {
  readonly chosen: string | undefined;
  readonly onChange: (timeZone: string | undefined) => void;
}

const SHOWN_MAX = 40;

/** The dashboard's own zone, UTC, the browser's, and all others by their name. */
export function ZoneForm({ chosen, onChange }: ZoneFormProps) {
  const [words, setWords] = useState('');
  const zones = useMemo(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])];
  }, []);
  const wanted = words.trim().toLowerCase().replaceAll(' ', '_');
  const found = zones.filter((zone) => zone.toLowerCase().includes(wanted));
  return (
    <div className="db-zones">
      <TextInput
        aria-label="Search time zones"
        placeholder="Search time zones"
        data-autofocus
        value={words}
        onChange={(change) => setWords(change.currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && found[0] !== undefined) onChange(found[0]);
        }}
      />
      <ul>
        {wanted === '' && (
          <li>
            <button
              type="button"
              aria-pressed={chosen === undefined}
              onClick={() => onChange(undefined)}
            >
              Dashboard default
            </button>
          </li>
        )}
        {found.slice(0, SHOWN_MAX).map((zone) => (
          <li key={zone}>
            <button type="button" aria-pressed={zone === chosen} onClick={() => onChange(zone)}>
              {zone}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
