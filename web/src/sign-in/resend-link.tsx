import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { providersOf } from './providers-of.ts';

/** Sends the link that confirms an address once more. */
export function ResendLink({ email }: { readonly email: string }) {
  const { isMailSent = true } = useQuery(providersOf()).data ?? {};
  const resend = useMutation({
    mutationFn: async () => call(api.sendVerificationEmail, { body: { email } }),
  });
  if (resend.isSuccess) {
    return (
      <Text aria-live="polite">
        {isMailSent
          ? "If this email address is awaiting confirmation, we've sent a new link. Check your spam folder, too."
          : "If this email address is awaiting confirmation, there is a new link in this installation's mail folder. It doesn't send email: ask its operator."}
      </Text>
    );
  }
  return (
    <>
      <Button
        variant="default"
        loading={resend.isPending}
        disabled={email === ''}
        onClick={() => resend.mutate()}
      >
        {isMailSent ? 'Resend confirmation link' : 'Create a new confirmation link'}
      </Button>
      <ErrorNotice error={resend.error} />
    </>
  );
}
