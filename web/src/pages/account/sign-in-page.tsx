import { Alert } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router';
import { TextLink } from '../../parts/links.tsx';
import { keepWish, keptWish } from '../../shell/after-sign-up.ts';
import { nextPath } from '../../shell/next-path.ts';
import { publicSessionQuery } from '../../shell/signed-in.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { providersOf } from '../../sign-in/providers-of.ts';
import { SignInForm } from '../../sign-in/sign-in-form.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next: wanted, verified, error, reference, organization } = route.useSearch();
  const next = nextPath(wanted ?? keptWish());
  const answers = useQueryClient();
  const router = useRouter();
  const session = useQuery(publicSessionQuery);
  const link = useQuery(providersOf(organization)).data?.organization;
  if (session.data !== undefined && session.data !== null) return <Navigate to={next} replace />;
  return (
    <AuthLayout
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
          Email address confirmed. Sign in to continue.
        </Alert>
      )}
      {error !== undefined && (
        <Alert color="red" mb="sm" role="alert" p="xs">
          {providerProblem(error)}
          {reference !== undefined && ` Reference: ${reference}`}
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
    </AuthLayout>
  );
}

/** Explains an identity provider's error to the user. */
function providerProblem(code: string): string {
  switch (code) {
    case 'access_denied':
      return 'Sign-in was cancelled at the provider.';
    case 'account_not_linked':
    case 'email_not_verified':
      return "An account with this email address exists but isn't connected to this provider. Sign in with its password.";
    case 'not_a_member':
      return 'No member has this email address. Ask an Owner or Admin for an invitation.';
    case 'way_closed':
      return 'The organization disabled this sign-in method. Use another method, or ask an Owner.';
    case 'sign_up_closed':
      return 'There is no account with this email address, and this installation requires an invitation to sign up.';
    case 'PLAN_LIMIT_REACHED':
      return 'The organization has reached its member limit. Ask an Owner.';
    case 'SSO_STATE':
      return 'The sign-in took too long, was already completed, or started in another browser. Try again.';
    case 'SSO_DENIED':
      return 'The identity provider denied the sign-in.';
    case 'SSO_DOMAIN':
      return 'Your organization has not verified the domain of your email address. Ask an Owner.';
    case 'SSO_EMAIL':
      return 'The identity provider sent no confirmed email address. Ask its administrator.';
    case 'SSO_SUBJECT':
      return 'Another person at the identity provider is linked to this member. Ask an Owner.';
    case 'SSO_NOT_MEMBER':
      return 'You are not a member of this organization. Ask an Owner for an invitation.';
    case 'SSO_NO_ROLE':
      return 'No role is assigned to your groups. Ask the administrator of the identity provider.';
    default:
      if (code.startsWith('SSO_') || code.startsWith('SAML_')) {
        return `The identity provider could not sign you in (${code}). Ask an Owner. The audit log shows the reason.`;
      }
      return 'Sign-in with the provider failed. Try again, or use your password.';
  }
}
