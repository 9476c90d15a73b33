import { Autocomplete } from '@mantine/core';
import { useMemo, useState } from 'react';

interface ZoneFieldProps {
  readonly label: string;
  /** What no zone stands for. */
  readonly none: string;
  readonly value: string | null;
  readonly onChange: (zone: string | null) => void;
}

/** A zone of the IANA list; what is not on it changes nothing. */
export function ZoneField({ label, none, value, onChange }: ZoneFieldProps) {
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone')], []);
  const [text, setText] = useState(value ?? '');
  const isKnown = text === '' || zones.includes(text);
  return (
    <Autocomplete
      label={label}
      placeholder={none}
      data={zones}
      limit={20}
      value={text}
      error={isKnown ? undefined : 'Unknown time zone.'}
      onChange={(next) => {
        setText(next);
        if (next === '') onChange(null);
        else if (zones.includes(next)) onChange(next);
      }}
    />
  );
}
