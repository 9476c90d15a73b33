import { Button, Checkbox, Divider, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import {
  OAUTH_PROVIDER_IDS,
  type OAuthProvider,
  providerFacts,
} from '../../../src/spec/sign-in.ts';
import { ApiError, call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { forgetAnswer, NOBODY } from '../data/recent-answers.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { TextLink } from '../parts/links.tsx';
import { fieldError } from '../parts/field-error.ts';
import { ResendLink } from './resend-link.tsx';
import { ConnectionButtons } from './connection-buttons.tsx';
import { CurrentPassword } from './current-password.tsx';
import { EmailField } from './email-field.tsx';
import { providersOf } from './providers-of.ts';

// Few sign-ins need it: its code comes then.
const FactorForm = lazy(async () => ({ default: (await import('./factor-form.tsx')).FactorForm }));

interface SignInFormProps {
  /** Known already when a session has ended in the middle of work. */
  readonly email?: string;
  /** The path to return to from an identity provider. */
  readonly next: string;
  /** Whose sign-in link was followed. */
  readonly organization?: string | undefined;
  readonly onSignedIn: (userId: string) => void;
}

export function SignInForm({ email: known, next, organization, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [isRemembered, setIsRemembered] = useState(true);
  const signIn = useMutation({
    mutationFn: async () =>
      call(api.signIn, { body: { email: email.trim(), password, rememberMe: isRemembered } }),
    onSuccess: (answer) => {
      forgetAnswer(NOBODY);
      if ('user' in answer) onSignedIn(answer.user.id);
    },
  });
  const isUnconfirmed =
    signIn.error instanceof ApiError && signIn.error.code === 'EMAIL_NOT_VERIFIED';
  if (signIn.data !== undefined && 'secondFactor' in signIn.data) {
    const { secondFactor: step } = signIn.data;
    return (
      <Suspense>
        <FactorForm step={step} onSignedIn={onSignedIn} onBack={() => signIn.reset()} />
      </Suspense>
    );
  }
  return (
    <Stack gap="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate();
        }}
      >
        <Stack gap="sm">
          <EmailField
            value={email}
            error={fieldError(signIn.error, 'email')}
            onChange={setEmail}
            isFixed={known !== undefined}
            isFirst={known === undefined}
          />
          <ConnectionButtons email={email} next={next} />
          <CurrentPassword
            value={password}
            error={fieldError(signIn.error, 'password')}
            onChange={setPassword}
            isFirst
          />
          <Checkbox
            label="Stay signed in on this device"
            checked={isRemembered}
            onChange={(event) => setIsRemembered(event.currentTarget.checked)}
          />
          <ErrorNotice error={signIn.error} fields={['email', 'password']} />
          {isUnconfirmed && <ResendLink email={email.trim()} />}
          <Button type="submit" fullWidth loading={signIn.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
      <ProviderButtons next={next} organization={organization} />
      <TextLink to="/forgot-password" ta="center">
        Forgot your password?
      </TextLink>
    </Stack>
  );
}

interface ProviderButtonsProps {
  readonly next: string;
  readonly organization?: string | undefined;
}

/** Only the providers that the operator, or the organization, has set up. */
export function ProviderButtons({ next, organization }: ProviderButtonsProps) {
  const providers = useQuery(providersOf(organization));
  const start = useMutation({
    mutationFn: async (provider: OAuthProvider) =>
      call(api.signInWithProvider, {
        body: {
          provider,
          callbackURL: next,
          errorCallbackURL:
            organization === undefined ? '/sign-in' : `/sign-in?organization=${organization}`,
          ...(organization === undefined ? {} : { organization }),
        },
      }),
    onSuccess: ({ url }) => {
      // The user returns from the provider signed in.
      forgetAnswer(NOBODY);
      window.location.assign(url);
    },
  });
  const offered = OAUTH_PROVIDER_IDS.filter((id) => providers.data?.[id] === true);
  if (offered.length === 0) return null;
  return (
    <Stack gap="xs">
      <Divider label="or" />
      {offered.map((id) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          loading={start.isPending && start.variables === id}
          onClick={() => start.mutate(id)}
        >
          Continue with {providerFacts(id).name}
        </Button>
      ))}
      <ErrorNotice error={start.error} />
    </Stack>
  );
}
