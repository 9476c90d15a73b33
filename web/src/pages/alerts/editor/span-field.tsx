import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { readSpan, spanText } from '../logic/span-words.ts';

interface SpanFieldProps {
  readonly label: string;
  readonly description?: string;
  /** Seconds; undefined means the default. */
  readonly value: number | undefined;
  readonly usual: number;
  readonly min: number;
  readonly max: number;
  readonly error: string | undefined;
  readonly onChange: (seconds: number | undefined) => void;
}

/** A duration as users type it: `5m`, `1h30m`. Empty means the default. */
export function SpanField(props: SpanFieldProps) {
  const { label, description, value, usual, min, max, error, onChange } = props;
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (value === undefined ? '' : spanText(value));
  const problem = typed === undefined ? undefined : problemOf(typed, min, max);
  const type = (text: string): void => {
    setTyped(text);
    if (problemOf(text, min, max) === undefined) {
      onChange(text.trim() === '' ? undefined : readSpan(text));
    }
  };
  return (
    <TextInput
      label={label}
      description={description}
      placeholder={spanText(usual)}
      value={shown}
      error={problem ?? error}
      onChange={(event) => type(event.currentTarget.value)}
      // Valid input is shown in normalized form; invalid input stays, to be corrected.
      onBlur={() => problem === undefined && setTyped(undefined)}
    />
  );
}

function problemOf(text: string, min: number, max: number): string | undefined {
  if (text.trim() === '') return undefined;
  const seconds = readSpan(text);
  if (seconds === undefined) return 'Enter a duration, such as 5m or 1h30m.';
  if (seconds >= min && seconds <= max) return undefined;
  return `Enter a value between ${spanText(min)} and ${spanText(max)}.`;
}
