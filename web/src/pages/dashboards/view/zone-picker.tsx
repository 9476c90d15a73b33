/** On whose clock a dashboard is shown. */
import { Button, Popover, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { loadPage } from '../../../api/load-page.ts';

const ZoneForm = lazy(async () => ({
  default: (await loadPage(import('./zone-form.tsx'))).ZoneForm,
}));

interface ZonePickerProps {
  /** The zone shown at present. */
  readonly timeZone: string;
  /** What a viewer has chosen; undefined follows the dashboard. */
  readonly chosen: string | undefined;
  readonly onChange: (timeZone: string | undefined) => void;
}

export function ZonePicker({ timeZone, chosen, onChange }: ZonePickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          variant="default"
          className="db-zone"
          aria-label={`Time zone: ${timeZone}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {timeZone}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Time zone">
        <Suspense fallback={<Skeleton height={260} width={240} />}>
          <ZoneForm
            chosen={chosen}
            onChange={(zone) => {
              setIsOpen(false);
              onChange(zone);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
