import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { DoorFrame } from './door-frame.tsx';
import { ResendForm } from './resend-form.tsx';

const route = getRouteApi('/verify-email');

/** The mail leads to the API, which comes back to the sign-in; this page is for a link copied by hand. */
export function VerifyEmailPage() {
  const { token } = route.useSearch();
  const check = useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => call(api.verifyEmail, { query: { token: token ?? '' } }),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (check.isSuccess) return <Navigate to="/sign-in" search={{ verified: '1' }} replace />;
  return (
    <DoorFrame
      title="Confirm your address"
      foot={<TextLink to="/sign-in">Back to the sign-in</TextLink>}
    >
      {check.isLoading ? (
        <Loading />
      ) : (
        <Stack gap="sm">
          <ErrorNotice error={check.error} />
          <ResendForm />
        </Stack>
      )}
    </DoorFrame>
  );
}
