import { Autocomplete } from '@mantine/core';
import { useMemo, useState } from 'react';

interface ZoneFieldProps {
  readonly label: string;
  /** The meaning of no zone. */
  readonly none: string;
  readonly value: string | null;
  readonly onChange: (zone: string | null) => void;
}

/** A time zone of the IANA list; other input changes nothing. */
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
