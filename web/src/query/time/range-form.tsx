/** Presets, inputs for both ends, and a field to paste a range in any format. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ClipboardEvent, useState } from 'react';
import { formatInstant, offsetLabel } from '../../../../src/charts/clock.ts';
import { HOUR_MS } from '../../../../src/spec/units.ts';
import { readPastedRange } from './paste-range.ts';
import {
  instantsOf,
  PRESETS,
  rangeProblem,
  readableTime,
  type TimeRange,
  withZone,
} from './time-range.ts';

export interface RangeFormProps {
  readonly range: TimeRange;
  /** The clock that relative times mean. */
  readonly timeZone: string;
  /** The clock that fixed times are typed and shown on. */
  readonly shownZone: string;
  readonly onChange: (range: TimeRange) => void;
}

export function RangeForm(props: RangeFormProps) {
  const { range, onChange } = props;
  return (
    <div className="sx-time-form">
      <Stack gap={0} component="ul" className="sx-presets" aria-label="Presets">
        {PRESETS.map((preset) => (
          <li key={preset.label}>
            <button
              type="button"
              aria-pressed={preset.earliest === range.earliest && preset.latest === range.latest}
              onClick={() => onChange({ earliest: preset.earliest, latest: preset.latest })}
            >
              {preset.label}
            </button>
          </li>
        ))}
      </Stack>
      <Ends {...props} />
    </div>
  );
}

function Ends({ range, timeZone, shownZone, onChange }: RangeFormProps) {
  const readable = (text: string): string => readableTime(text, timeZone, shownZone);
  const [earliest, setEarliest] = useState(() => readable(range.earliest));
  const [latest, setLatest] = useState(() => readable(range.latest));
  const [unread, setUnread] = useState('');
  const [now] = useState(() => Date.now());
  const context = { now, timeZone };
  const typed = withZone({ earliest: earliest.trim(), latest: latest.trim() }, shownZone);
  const problem = rangeProblem(typed, context);
  const paste = (text: string): boolean => {
    const present = instantsOf(range, context) ?? { from: now - HOUR_MS, to: now };
    const read = readPastedRange(text, present, { now, timeZone: shownZone });
    setUnread(read === undefined ? text : '');
    if (read === undefined) return false;
    setEarliest(readable(read.earliest));
    setLatest(readable(read.latest));
    return true;
  };
  return (
    <form
      className="sx-ends"
      onSubmit={(submit) => {
        submit.preventDefault();
        if (problem === undefined) onChange(typed);
      }}
    >
      <TextInput
        label="From"
        value={earliest}
        data-autofocus
        onPaste={(event) => pasteInto(event, paste)}
        onChange={(change) => setEarliest(change.currentTarget.value)}
      />
      <TextInput
        label="To (exclusive)"
        value={latest}
        onPaste={(event) => pasteInto(event, paste)}
        onChange={(change) => setLatest(change.currentTarget.value)}
      />
      <TextInput
        label="Paste a time range"
        placeholder="ISO pair, log dates, epochs, JSON"
        value={unread}
        error={unread.trim() === '' ? undefined : 'No time found in this text.'}
        onChange={(change) => paste(change.currentTarget.value)}
      />
      <EndsStatus problem={problem} typed={typed} {...{ now, timeZone, shownZone }} />
    </form>
  );
}

interface EndsStatusProps {
  readonly problem: string | undefined;
  readonly typed: TimeRange;
  readonly now: number;
  readonly timeZone: string;
  readonly shownZone: string;
}

function EndsStatus({ problem, typed, now, timeZone, shownZone }: EndsStatusProps) {
  const instants = instantsOf(typed, { now, timeZone });
  const [from, to] = [instants?.from, instants?.to].map((ms) =>
    ms === undefined ? '' : formatInstant(ms, shownZone, 'seconds'),
  );
  return (
    <>
      <Text
        size="xs"
        c={problem === undefined ? 'dimmed' : 'red'}
        component="output"
        className="sx-range-status"
      >
        {problem ?? `${from} – ${to}`}
      </Text>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {zoneText(now, shownZone)}
        </Text>
        <Button type="submit" disabled={problem !== undefined}>
          Apply
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        -15m, -1h@h, @d, now, 2026-01-31 10:00
      </Text>
      {shownZone !== timeZone && (
        <Text size="xs" c="dimmed">
          @d and @h use the organization’s time zone, {timeZone}.
        </Text>
      )}
    </>
  );
}

/** The clock that fixed times are on. */
function zoneText(now: number, timeZone: string): string {
  const offset = offsetLabel(now, timeZone);
  return offset === timeZone ? timeZone : `${timeZone} (${offset})`;
}

function pasteInto(event: ClipboardEvent, paste: (text: string) => boolean): void {
  const text = event.clipboardData.getData('text');
  // A single relative time is pasted into the field itself.
  if (/^[-+@n][\w@+-]*$/.test(text.trim())) return;
  if (paste(text)) event.preventDefault();
}
