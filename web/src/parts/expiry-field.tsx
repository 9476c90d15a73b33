import { Group, NativeSelect, TextInput } from '@mantine/core';
import { EXPIRY_CHOICES } from './expiry.ts';

interface ExpiryFieldProps {
  readonly choice: string;
  readonly day: string;
  readonly error: string | undefined;
  readonly onChange: (choice: string, day: string) => void;
}

export function ExpiryField({ choice, day, error, onChange }: ExpiryFieldProps) {
  return (
    <Group grow align="flex-start">
      <NativeSelect
        label="Expires"
        data={EXPIRY_CHOICES.map(({ value, label }) => ({ value, label }))}
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
