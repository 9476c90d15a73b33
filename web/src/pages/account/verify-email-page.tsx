import { ResendLink } from '../../sign-in/resend-link.tsx';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { fieldError } from '../../parts/field-error.ts';
import { TextLink } from '../../parts/links.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { CurrentPassword } from '../../sign-in/current-password.tsx';

const route = getRouteApi('/verify-email');

/**
 * Opening the link in the email confirms nothing, since mail scanners open links, too. The password shows that no one
 * else has signed up with the address since.
 */
export function VerifyEmailPage() {
  const { token = '' } = route.useSearch();
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: async () => call(api.verifyEmail, { body: { token, password } }),
  });
  if (confirm.isSuccess) return <Navigate to="/sign-in" search={{ verified: '1' }} replace />;
  const passwordError = fieldError(confirm.error, 'password');
  const isLinkBad = token === '' || fieldError(confirm.error, 'token') !== undefined;
  return (
    <AuthLayout
      title="Confirm your email address"
      about={isLinkBad ? '' : 'Enter the password you signed up with.'}
      foot={<TextLink to="/sign-in">Back to sign in</TextLink>}
    >
      {isLinkBad ? (
        <Stack gap="sm">
          <ErrorNotice error={confirm.error} />
          <ResendForm />
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            confirm.mutate();
          }}
        >
          <Stack gap="sm">
            <CurrentPassword value={password} error={passwordError} onChange={setPassword} />
            <ErrorNotice error={confirm.error} fields={['password']} />
            {passwordError !== undefined && (
              <TextLink to="/forgot-password">Reset password</TextLink>
            )}
            <Button type="submit" fullWidth loading={confirm.isPending}>
              Confirm
            </Button>
          </Stack>
        </form>
      )}
    </AuthLayout>
  );
}

/** For users whose link no longer works. */
function ResendForm() {
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
