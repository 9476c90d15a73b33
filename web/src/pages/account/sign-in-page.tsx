import { Alert } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router';
import { TextLink } from '../../parts/links.tsx';
import { keepWish, keptWish } from '../../shell/after-sign-up.ts';
import { nextPath } from '../../shell/next-path.ts';
import { sessionAtDoorQuery } from '../../shell/signed-in.tsx';
import { DoorFrame } from './door-frame.tsx';
import { providersOf } from '../../sign-in/providers-of.ts';
import { SignInForm } from '../../sign-in/sign-in-form.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next: wanted, verified, error, organization } = route.useSearch();
  const next = nextPath(wanted ?? keptWish());
  const answers = useQueryClient();
  const router = useRouter();
  const session = useQuery(sessionAtDoorQuery);
  const link = useQuery(providersOf(organization)).data?.organization;
  if (session.data !== undefined && session.data !== null) return <Navigate to={next} replace />;
  return (
    <DoorFrame
      title={link ? `Sign in to ${link.name}` : 'Sign in'}
      foot={
        <>
          No account yet?{' '}
          <TextLink to="/sign-up" search={wanted === undefined ? {} : { next: wanted }}>
            Sign up
          </TextLink>
        </>
      }
    >
      {verified !== undefined && error === undefined && (
        <Alert color="teal" mb="sm" aria-live="polite" p="xs">
          Your address is confirmed. Sign in to begin.
        </Alert>
      )}
      {error !== undefined && (
        <Alert color="red" mb="sm" role="alert" p="xs">
          {providerProblem(error)}
        </Alert>
      )}
      <SignInForm
        next={next}
        organization={organization}
        onSignedIn={() => {
          keepWish(undefined);
          answers.clear();
          router.history.push(next);
        }}
      />
    </DoorFrame>
  );
}

/** What an identity provider's error means for the person. */
function providerProblem(code: string): string {
  switch (code) {
    case 'access_denied':
      return 'The sign-in was cancelled at the provider.';
    case 'account_not_linked':
    case 'email_not_verified':
      return 'An account with this address exists and is not connected with that provider. Sign in with its password.';
    case 'not_a_member':
      return 'This organization knows nobody with that address. Ask one of its Owners or Admins for an invitation.';
    case 'way_closed':
      return 'The organization has closed this way to sign in. Try another one, or ask one of its Owners.';
    case 'sign_up_closed':
      return 'There is no account with this address, and this installation takes no new ones without an invitation.';
    default:
      return 'The sign-in with the provider did not work. Try again, or use your password.';
  }
}
