/** On whose clock a dashboard is shown. */
import { Select } from '@mantine/core';
import { useMemo } from 'react';

interface ZonePickerProps {
  /** The zone shown at present. */
  readonly timeZone: string;
  /** What a viewer has chosen; undefined follows the dashboard. */
  readonly chosen: string | undefined;
  readonly onChange: (timeZone: string | undefined) => void;
}

const FOLLOW = '';

export function ZonePicker({ timeZone, chosen, onChange }: ZonePickerProps) {
  const data = useMemo(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const first = [...new Set(['UTC', own, ...(chosen === undefined ? [] : [chosen])])];
    const others = Intl.supportedValuesOf('timeZone').filter((zone) => !first.includes(zone));
    return [
      { value: FOLLOW, label: `Dashboard (${chosen === undefined ? timeZone : 'its own zone'})` },
      ...[...first, ...others].map((zone) => ({
        value: zone,
        label: zone === own ? `${zone} (this browser)` : zone,
      })),
    ];
  }, [timeZone, chosen]);
  return (
    <Select
      aria-label="Time zone"
      className="db-zone"
      size="xs"
      searchable
      limit={60}
      data={data}
      value={chosen ?? FOLLOW}
      allowDeselect={false}
      comboboxProps={{ shadow: 'md', width: 260, position: 'bottom-end' }}
      onChange={(zone) => onChange(zone === null || zone === FOLLOW ? undefined : zone)}
    />
  );
}
