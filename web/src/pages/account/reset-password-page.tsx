import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { TextLink } from '../../parts/links.tsx';
import { fieldError } from '../../parts/field-error.ts';
import { AuthLayout } from './auth-layout.tsx';
import { PasswordField } from '../../sign-in/password-field.tsx';

const route = getRouteApi('/reset-password');

export function ResetPasswordPage() {
  const { token = '' } = route.useSearch();
  const [password, setPassword] = useState('');
  const reset = useMutation({
    mutationFn: async () => call(api.resetPassword, { body: { token, newPassword: password } }),
  });
  const foot = <TextLink to="/sign-in">Back to sign in</TextLink>;
  if (token === '' || reset.isSuccess) {
    return (
      <AuthLayout title={token === '' ? 'This link is incomplete' : 'Password changed'} foot={foot}>
        <Text aria-live="polite">
          {token === ''
            ? 'Open the link from the email again, or request a new one.'
            : 'All sessions and access tokens were revoked. Sign in with your new password.'}
        </Text>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Reset your password"
      about="This ends all sessions and revokes all access tokens of your account."
      foot={foot}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          reset.mutate();
        }}
      >
        <Stack gap="sm">
          <PasswordField
            label="New password"
            value={password}
            error={fieldError(reset.error, 'newPassword')}
            onChange={setPassword}
          />
          <ErrorNotice error={reset.error} fields={['newPassword']} />
          {reset.isError && <TextLink to="/forgot-password">Request a new link</TextLink>}
          <Button type="submit" fullWidth loading={reset.isPending}>
            Change password
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
