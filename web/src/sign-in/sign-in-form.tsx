import { Button, Checkbox, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { TextLink } from '../parts/links.tsx';
import { fieldError } from '../parts/field-error.ts';
import { ResendLink } from './resend-link.tsx';

interface SignInFormProps {
  /** Known already when a session has ended in the middle of work. */
  readonly email?: string;
  /** The path to come back to from an identity provider. */
  readonly next: string;
  readonly onSignedIn: (userId: string) => void;
}

export function SignInForm({ email: known, next, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [isRemembered, setIsRemembered] = useState(true);
  const signIn = useMutation({
    mutationFn: async () =>
      call(api.signIn, { body: { email: email.trim(), password, rememberMe: isRemembered } }),
    onSuccess: ({ user }) => onSignedIn(user.id),
  });
  const isUnconfirmed =
    signIn.error instanceof ApiError && signIn.error.code === 'EMAIL_NOT_VERIFIED';
  return (
    <Stack gap="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            value={email}
            readOnly={known !== undefined}
            error={fieldError(signIn.error, 'email')}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            data-autofocus
            value={password}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            error={fieldError(signIn.error, 'password')}
            onChange={(event) => setPassword(event.currentTarget.value)}
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
      <ProviderButtons next={next} />
      <TextLink to="/forgot-password" ta="center">
        Forgot your password?
      </TextLink>
    </Stack>
  );
}

const PROVIDERS = [
  { id: 'google', label: 'Continue with Google' },
  { id: 'github', label: 'Continue with GitHub' },
] as const;

/** Ways to sign in, and who may sign up. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async ({ signal }) => call(api.listProviders, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Only the providers that the operator has set up. */
export function ProviderButtons({ next }: { readonly next: string }) {
  const providers = useQuery(providersQuery);
  const start = useMutation({
    mutationFn: async (provider: 'google' | 'github') =>
      call(api.signInWithProvider, {
        body: { provider, callbackURL: next, errorCallbackURL: '/sign-in' },
      }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const offered = PROVIDERS.filter(({ id }) => providers.data?.[id] === true);
  if (offered.length === 0) return null;
  return (
    <Stack gap="xs">
      <Divider label="or" />
      {offered.map(({ id, label }) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          loading={start.isPending && start.variables === id}
          onClick={() => start.mutate(id)}
        >
          {label}
        </Button>
      ))}
      <ErrorNotice error={start.error} />
    </Stack>
  );
}
