import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';

/** Sends the link that confirms an address once more. */
export function ResendLink({ email }: { readonly email: string }) {
  const resend = useMutation({
    mutationFn: async () => call(api.sendVerificationEmail, { body: { email } }),
  });
  if (resend.isSuccess) {
    return (
      <Text aria-live="polite">
        If this address waits for a confirmation, a new link is on its way. Look into the spam
        folder, too.
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
        Send the confirmation link again
      </Button>
      <ErrorNotice error={resend.error} />
    </>
  );
}
