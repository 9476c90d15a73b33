import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router';
import type { OwnInvitation } from '../../../../src/contract/members.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { TextLink } from '../../parts/links.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { sessionQuery } from '../../shell/signed-in.tsx';
import { useSignOut } from '../../shell/user-menu.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { InvitationWords } from './who-invites.tsx';

const route = getRouteApi('/invitations/$id');

export function InvitationPage() {
  const { id } = route.useParams();
  const { email, voucher } = route.useSearch();
  const session = useQuery(sessionQuery);
  const isSignedIn = session.data !== undefined && session.data !== null;
  const mine = useQuery({
    queryKey: ['own-invitations'],
    queryFn: async ({ signal }) => (await call(api.listOwnInvitations, {}, signal)).data,
    enabled: isSignedIn,
  });
  if (session.data === null) {
    const next = `/invitations/${id}`;
    // The link in the email, or its replacement, confirms the address: it leads to a new account.
    return email === undefined || voucher === undefined ? (
      <Navigate to="/sign-in" search={{ next }} replace />
    ) : (
      <Navigate to="/sign-up" search={{ next, email, voucher }} replace />
    );
  }
  return (
    <AuthLayout title="Invitation" foot={<TextLink to="/">Go to search</TextLink>}>
      <QueryView query={mine} rows={2}>
        {(invitations) => {
          const invitation = invitations.find((each) => each.id === id);
          return invitation === undefined ? (
            <NotForYou email={session.data?.user.email ?? ''} id={id} />
          ) : (
            <Accept invitation={invitation} />
          );
        }}
      </QueryView>
    </AuthLayout>
  );
}

function Accept({ invitation }: { readonly invitation: OwnInvitation }) {
  const { id, organizationName, expiresAt } = invitation;
  const answers = useQueryClient();
  const router = useRouter();
  const accept = useMutation({
    mutationFn: async () => {
      const { data } = await call(api.acceptInvitation, { params: { id } });
      await call(api.activateOrganization, { params: { id: data.organizationId } });
    },
    onSuccess: () => {
      answers.clear();
      router.history.push('/');
    },
  });
  return (
    <Stack gap="sm">
      <InvitationWords invitation={invitation} />
      <Text c="dimmed">
        The invitation expires <TimeText at={expiresAt} />.
      </Text>
      <ErrorNotice error={accept.error} />
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        Join {organizationName}
      </Button>
    </Stack>
  );
}

function NotForYou({ email, id }: { readonly email: string; readonly id: string }) {
  const signOut = useSignOut(`/sign-in?next=${encodeURIComponent(`/invitations/${id}`)}`);
  return (
    <Stack gap="sm">
      <Text className="xp-foreign">
        There is no pending invitation for <b>{email}</b>. It was accepted or revoked, is older than
        48 hours, or was sent to a different email address.
      </Text>
      <Text c="dimmed">Ask for a new invitation, or sign in with the invited email address.</Text>
      <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign in with a different email
      </Button>
    </Stack>
  );
}
