import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { TextLink } from '../../parts/links.tsx';
import { fieldError } from '../../parts/field-error.ts';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField } from '../../sign-in/email-field.tsx';
import { providersOf } from '../../sign-in/providers-of.ts';
import { NoMail } from './no-mail.tsx';

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const { isMailSent = true } = useQuery(providersOf()).data ?? {};
  const ask = useMutation({
    mutationFn: async () => call(api.requestPasswordReset, { body: { email: email.trim() } }),
  });
  const foot = <TextLink to="/sign-in">Back to sign in</TextLink>;
  if (ask.isSuccess && !isMailSent) {
    return (
      <AuthLayout title="Request a link" foot={foot}>
        <NoMail>
          If <b>{email.trim()}</b> has an account, the operator can now find a link to set a new
          password. It works once, within 1 hour.
        </NoMail>
      </AuthLayout>
    );
  }
  if (ask.isSuccess) {
    return (
      <AuthLayout title="Check your email" foot={foot}>
        <Text className="xp-foreign" aria-live="polite">
          If <b>{email.trim()}</b> has an account, we've sent a link to set a new password. It works
          once, within 1 hour.
        </Text>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Reset your password"
      about={
        isMailSent
          ? "We'll email you a link to set a new password."
          : "This installation doesn't send email. Its operator can give you the link."
      }
      foot={foot}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate();
        }}
      >
        <Stack gap="sm">
          <EmailField
            value={email}
            error={fieldError(ask.error, 'email')}
            onChange={setEmail}
            isFirst
          />
          <ErrorNotice error={ask.error} fields={['email']} />
          <Button type="submit" fullWidth loading={ask.isPending}>
            {isMailSent ? 'Send reset link' : 'Create reset link'}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
