import { Button, Menu } from '@mantine/core';
import { Icon } from '../../parts/icons.tsx';

const LENGTHS = [
  { label: 'For 30 minutes', seconds: 1_800 },
  { label: 'For 1 hour', seconds: 3_600 },
  { label: 'For 4 hours', seconds: 14_400 },
  { label: 'For 1 day', seconds: 86_400 },
  { label: 'For 7 days', seconds: 604_800 },
] as const;

interface SnoozeItemsProps {
  readonly snoozedUntil: string | null;
  readonly onSnooze: (seconds: number) => void;
}

/** Durations for withholding messages; a current snooze can be ended. */
export function SnoozeItems({ snoozedUntil, onSnooze }: SnoozeItemsProps) {
  return (
    <>
      {LENGTHS.map(({ label, seconds }) => (
        <Menu.Item key={seconds} onClick={() => onSnooze(seconds)}>
          {label}
        </Menu.Item>
      ))}
      {snoozedUntil !== null && <Menu.Item onClick={() => onSnooze(0)}>End snooze now</Menu.Item>}
    </>
  );
}

export function SnoozeMenu({ isBusy, ...items }: SnoozeItemsProps & { readonly isBusy: boolean }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={isBusy}
          rightSection={<Icon name="chevronDown" size={12} />}
        >
          Snooze
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <SnoozeItems {...items} />
      </Menu.Dropdown>
    </Menu>
  );
}
