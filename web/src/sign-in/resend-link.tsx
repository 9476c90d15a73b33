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
          ? 'If this address waits for a confirmation, a new link is on its way. Look into the spam folder, too.'
          : 'If this address waits for a confirmation, a new link lies in the folder of mails of this installation. It sends none: ask its operator.'}
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
        {isMailSent ? 'Send the confirmation link again' : 'Make a new confirmation link'}
      </Button>
      <ErrorNotice error={resend.error} />
    </>
  );
}
