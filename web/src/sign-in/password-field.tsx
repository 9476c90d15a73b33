import { List, PasswordInput, Text } from '@mantine/core';
import { brokenRules } from './password-rules.ts';

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A new password, with the rules that it does not keep yet. */
export function PasswordField({ label, value, error, onChange }: PasswordFieldProps) {
  const broken = brokenRules(value);
  return (
    <div>
      <PasswordInput
        label={label}
        autoComplete="new-password"
        required
        value={value}
        // The list below shows the broken rules; the message covers only what the list cannot know.
        error={broken.length > 0 ? error !== undefined : error}
        visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}` }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {broken.length > 0 ? (
        <List size="xs" mt={4} c="dimmed" aria-label="Missing password requirements">
          {broken.map((rule) => (
            <List.Item key={rule}>{rule}</List.Item>
          ))}
        </List>
      ) : (
        <Text size="xs" mt={4} c="var(--xp-success)">
          Requirements met. The password is checked against known breaches when you submit.
        </Text>
      )}
    </div>
  );
}
