import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { AuthLayout } from './auth-layout.tsx';

const route = getRouteApi('/alerts/confirm');

/** Opening the link of the mail confirms nothing, since programs that look into mails do that, too. */
export function ConfirmAddressPage() {
  const { token = '' } = route.useSearch();
  const confirm = useMutation({
    mutationFn: async () => (await call(api.confirmAlertAddress, { body: { token } })).data,
  });
  if (confirm.isSuccess) {
    return (
      <AuthLayout title="Email address confirmed">
        <Text className="xp-foreign">
          Alerts will be sent to <b>{confirm.data.email}</b>. You can close this page.
        </Text>
      </AuthLayout>
    );
  }
  if (token === '') {
    return (
      <AuthLayout title="Confirm your email address">
        <Text>This link is incomplete. Open it again from the email, or copy the whole link.</Text>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Confirm your email address"
      about="Someone wants to send alerts about their systems to your email address. You won’t receive any unless you confirm."
    >
      <Stack gap="sm">
        <ErrorNotice error={confirm.error} />
        <Button fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm
        </Button>
      </Stack>
    </AuthLayout>
  );
}
