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
  readonly timeZone: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChange: (range: TimeRange) => void;
}

export function TimePicker(props: TimePickerProps) {
  const { range, own, timeZone, isOpen, onOpen, onChange } = props;
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
          aria-label={`Time range: ${labelOf(range, timeZone)} ${timeZone}${overridden}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          <span className={isOverridden ? 'sx-overridden' : undefined}>
            {labelOf(range, timeZone)}
          </span>{' '}
          <span className="sx-zone">{timeZone}</span>
          {isOverridden && (
            <span
              className="sx-override"
              title="earliest or latest in the query wins over this range"
            >
              {overridden}
            </span>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Time range">
        <Suspense fallback={<Skeleton height={330} width={430} />}>
          <RangeForm
            key={`${range.earliest} ${range.latest}`}
            range={range}
            timeZone={timeZone}
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
