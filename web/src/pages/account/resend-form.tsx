import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ResendLink } from '../../sign-in/resend-link.tsx';

/** For somebody who only has a link that does not work any more. */
export function ResendForm() {
  const [email, setEmail] = useState('');
  return (
    <Stack gap="xs" mt="xs">
      <TextInput
        label="Email address to confirm"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <ResendLink email={email.trim()} />
    </Stack>
  );
}
