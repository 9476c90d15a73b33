/** The range of time: presets, typed or pasted ends, and whose clock it is. */
import { Button, Popover, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Icon } from '../../parts/icons.tsx';
import './time.css';
import { labelOf, type TimeRange } from './time-range.ts';

const RangeForm = lazy(async () => {
  const { RangeForm: component } = await import('./range-form.tsx');
  return { default: component };
});

interface TimePickerProps {
  readonly range: TimeRange;
  /** Bounds in the query itself; they win. */
  readonly own: { readonly earliest: string | undefined; readonly latest: string | undefined };
  /** The clock that relative times and those without a zone mean. */
  readonly timeZone: string;
  /** The clock that people see, where it is another one. */
  readonly shownZone?: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChange: (range: TimeRange) => void;
}

export function TimePicker(props: TimePickerProps) {
  const { range, own, timeZone, shownZone = timeZone, isOpen, onOpen, onChange } = props;
  const label = labelOf(range, timeZone, shownZone);
  const isOverridden = own.earliest !== undefined || own.latest !== undefined;
  const overridden = isOverridden
    ? ` query: ${own.earliest ?? range.earliest} – ${own.latest ?? 'now'}`
    : '';
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          variant="default"
          className="sx-time-button"
          leftSection={<Icon name="clock" size={14} />}
          aria-label={`Time range: ${label} ${shownZone}${overridden}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          <span className={isOverridden ? 'sx-overridden' : undefined}>{label}</span>{' '}
          <span className="sx-zone">{shownZone}</span>
          {isOverridden && (
            <span
              className="sx-override"
              title="earliest or latest in the query overrides this time range"
            >
              {overridden}
            </span>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Time range">
        <Suspense fallback={<Skeleton height={330} width={430} />}>
          <RangeForm
            key={`${range.earliest} ${range.latest} ${shownZone}`}
            range={range}
            timeZone={timeZone}
            shownZone={shownZone}
            onChange={(next) => {
              onOpen(false);
              onChange(next);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
