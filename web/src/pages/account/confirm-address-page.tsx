import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { DoorFrame } from './door-frame.tsx';

const route = getRouteApi('/alerts/confirm');

/** Opening the link of the mail confirms nothing, since programs that look into mails do that, too. */
export function ConfirmAddressPage() {
  const { token = '' } = route.useSearch();
  const confirm = useMutation({
    mutationFn: async () => (await call(api.confirmAlertAddress, { body: { token } })).data,
  });
  if (confirm.isSuccess) {
    return (
      <DoorFrame title="Address confirmed">
        <Text className="xp-foreign">
          <b>{confirm.data.email}</b> gets alerts from now on. You can close this page.
        </Text>
      </DoorFrame>
    );
  }
  if (token === '') {
    return (
      <DoorFrame title="Confirm your address">
        <Text>This link is not whole. Open it once more from the mail, or copy all of it.</Text>
      </DoorFrame>
    );
  }
  return (
    <DoorFrame
      title="Confirm your address"
      about="Somebody wants to send alerts about their systems to your address. Without this you get none."
    >
      <Stack gap="sm">
        <ErrorNotice error={confirm.error} />
        <Button fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Send me alerts
        </Button>
      </Stack>
    </DoorFrame>
  );
}
