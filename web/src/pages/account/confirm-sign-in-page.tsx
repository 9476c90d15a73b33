import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { TextLink } from '../../parts/links.tsx';
import { nextPath } from '../../shell/next-path.ts';
import { AuthLayout } from './auth-layout.tsx';

const route = getRouteApi('/sign-in/confirm');

/** The identity provider initiated this sign-in. A third party may have caused it, so users confirm who they are. */
export function ConfirmSignInPage() {
  const { connection = '', code = '' } = route.useSearch();
  const answers = useQueryClient();
  const router = useRouter();
  const params = { connection };
  const who = useQuery({
    queryKey: ['saml-confirmation', connection, code],
    queryFn: async () => call(api.readSamlConfirmation, { params, query: { code } }),
    enabled: code !== '',
    retry: false,
  });
  const confirm = useMutation({
    mutationFn: async () => call(api.confirmSaml, { params, body: { code } }),
    onSuccess: ({ returnTo }) => {
      answers.clear();
      router.history.push(nextPath(returnTo));
    },
  });
  if (code === '' || who.isError) {
    return (
      <AuthLayout title="Sign-in expired" foot={<TextLink to="/sign-in">Back to sign in</TextLink>}>
        <ErrorNotice error={who.error} />
        <Text>Open Xplain again from your identity provider.</Text>
      </AuthLayout>
    );
  }
  if (who.data === undefined) {
    return (
      <AuthLayout title="Sign in">
        <Skeleton h={80} />
      </AuthLayout>
    );
  }
  const { email, connection: name } = who.data;
  return (
    <AuthLayout
      title={email === null ? 'Continue?' : `Continue as ${email}?`}
      about={`${name} signed you in to Xplain. If you didn’t open Xplain from there, close this page.`}
    >
      <Stack gap="sm">
        <ErrorNotice error={confirm.error} />
        <Button fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Continue
        </Button>
      </Stack>
    </AuthLayout>
  );
}
