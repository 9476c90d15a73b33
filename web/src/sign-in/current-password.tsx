import { PasswordInput } from '@mantine/core';

interface CurrentPasswordProps {
  readonly label?: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  /** In a dialog the cursor goes there first. */
  readonly isFirst?: boolean;
}

/** The password that one has. */
export function CurrentPassword(props: CurrentPasswordProps) {
  const { label = 'Password', value, error, onChange, isFirst = false } = props;
  return (
    <PasswordInput
      label={label}
      autoComplete="current-password"
      required
      {...(isFirst ? { 'data-autofocus': true } : {})}
      value={value}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}` }}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
