import { TextInput } from '@mantine/core';

interface EmailFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly isFixed?: boolean;
  /** Gets the initial focus on a dedicated page. */
  readonly isFirst?: boolean;
}

/** Email address for sign-in. */
export function EmailField(props: EmailFieldProps) {
  const { value, error, onChange, isFixed = false, isFirst = false } = props;
  return (
    <TextInput
      label="Email"
      type="email"
      autoComplete="username"
      required
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- on a page that is one form, its first field is what people came for
      autoFocus={isFirst}
      value={value}
      readOnly={isFixed}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
