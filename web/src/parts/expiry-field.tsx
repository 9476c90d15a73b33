import { Group, NativeSelect, TextInput } from '@mantine/core';
import { EXPIRY_CHOICES } from './expiry.ts';

interface ExpiryFieldProps {
  readonly choice: string;
  readonly day: string;
  /** “Never” is not offered. */
  readonly isRequired?: boolean;
  readonly error: string | undefined;
  readonly onChange: (choice: string, day: string) => void;
}

export function ExpiryField({ choice, day, isRequired, error, onChange }: ExpiryFieldProps) {
  const choices = EXPIRY_CHOICES.filter(({ value }) => isRequired !== true || value !== 'never');
  return (
    <Group grow align="flex-start">
      <NativeSelect
        label="Expires"
        data={choices.map(({ value, label }) => ({ value, label }))}
        value={choice}
        error={choice === 'date' ? undefined : error}
        onChange={(event) => onChange(event.currentTarget.value, day)}
      />
      {choice === 'date' && (
        <TextInput
          label="Last day"
          type="date"
          required
          value={day}
          error={error}
          onChange={(event) => onChange(choice, event.currentTarget.value)}
        />
      )}
    </Group>
  );
}
