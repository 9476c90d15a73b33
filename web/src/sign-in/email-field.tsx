import { TextInput } from '@mantine/core';

interface EmailFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly isFixed?: boolean;
}

/** The address that somebody signs in with. */
export function EmailField({ value, error, onChange, isFixed = false }: EmailFieldProps) {
  return (
    <TextInput
      label="E-mail"
      type="email"
      autoComplete="username"
      required
      value={value}
      readOnly={isFixed}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
