/** Presets, typed ends and a place to paste a range of any form. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ClipboardEvent, useState } from 'react';
import { formatInstant, offsetLabel } from '../../../../src/charts/clock.ts';
import { HOUR_MS } from '../../../../src/spec/units.ts';
import { readPastedRange } from './paste-range.ts';
import { instantsOf, PRESETS, rangeProblem, readableTime, type TimeRange } from './time-range.ts';

export interface RangeFormProps {
  readonly range: TimeRange;
  readonly timeZone: string;
  readonly onChange: (range: TimeRange) => void;
}

export function RangeForm({ range, timeZone, onChange }: RangeFormProps) {
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
      <Ends range={range} timeZone={timeZone} onChange={onChange} />
    </div>
  );
}

function Ends({ range, timeZone, onChange }: RangeFormProps) {
  const [earliest, setEarliest] = useState(() => readableTime(range.earliest, timeZone));
  const [latest, setLatest] = useState(() => readableTime(range.latest, timeZone));
  const [unread, setUnread] = useState('');
  const [now] = useState(() => Date.now());
  const context = { now, timeZone };
  const typed = { earliest: earliest.trim(), latest: latest.trim() };
  const problem = rangeProblem(typed, context);
  const paste = (text: string): boolean => {
    const present = instantsOf(range, context) ?? { from: now - HOUR_MS, to: now };
    const read = readPastedRange(text, present, context);
    setUnread(read === undefined ? text : '');
    if (read === undefined) return false;
    setEarliest(readableTime(read.earliest, timeZone));
    setLatest(readableTime(read.latest, timeZone));
    return true;
  };
  return (
    <form
      className="sx-ends"
      onSubmit={(submit) => {
        submit.preventDefault();
        if (problem === undefined) onChange(toSent(typed, timeZone));
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
        label="To (without)"
        value={latest}
        onPaste={(event) => pasteInto(event, paste)}
        onChange={(change) => setLatest(change.currentTarget.value)}
      />
      <TextInput
        label="Paste a range"
        placeholder="ISO pair, log dates, epochs, JSON"
        value={unread}
        error={unread.trim() === '' ? undefined : 'No time found in this text.'}
        onChange={(change) => paste(change.currentTarget.value)}
      />
      <EndsStatus problem={problem} typed={typed} now={now} timeZone={timeZone} />
    </form>
  );
}

interface EndsStatusProps {
  readonly problem: string | undefined;
  readonly typed: TimeRange;
  readonly now: number;
  readonly timeZone: string;
}

function EndsStatus({ problem, typed, now, timeZone }: EndsStatusProps) {
  const instants = instantsOf(typed, { now, timeZone });
  const [from, to] = [instants?.from, instants?.to].map((ms) =>
    ms === undefined ? '' : formatInstant(ms, timeZone, 'seconds'),
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
          {zoneText(now, timeZone)}
        </Text>
        <Button type="submit" disabled={problem !== undefined}>
          Apply
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        -15m, -1h@h, @d, now, 2026-01-31 10:00
      </Text>
    </>
  );
}

/** The clock all times are on: the organization's. */
function zoneText(now: number, timeZone: string): string {
  const offset = offsetLabel(now, timeZone);
  return offset === timeZone ? timeZone : `${timeZone} (${offset})`;
}

/** Fixed times go out with their zone, so that the link means the same to everybody. */
function toSent(range: TimeRange, timeZone: string): TimeRange {
  const fixed = (text: string): string => {
    if (!/^\d/.test(text)) return text;
    const instants = instantsOf({ earliest: text, latest: text }, { now: Date.now(), timeZone });
    return instants === undefined ? text : new Date(instants.from).toISOString();
  };
  return { earliest: fixed(range.earliest), latest: fixed(range.latest) };
}

function pasteInto(event: ClipboardEvent, paste: (text: string) => boolean): void {
  const text = event.clipboardData.getData('text');
  // A single relative time belongs into the field it is pasted into.
  if (/^[-+@n][\w@+-]*$/.test(text.trim())) return;
  if (paste(text)) event.preventDefault();
}
