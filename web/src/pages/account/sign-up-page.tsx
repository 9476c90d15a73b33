import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { forgetAnswer, NOBODY } from '../../data/recent-answers.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { TextLink } from '../../parts/links.tsx';
import { fieldError } from '../../parts/field-error.ts';
import { keepWish } from '../../shell/after-sign-up.ts';
import { nextPath } from '../../shell/next-path.ts';
import { AuthLayout } from './auth-layout.tsx';
import { invitationIn, WhoInvites } from './who-invites.tsx';
import { PasswordField } from '../../sign-in/password-field.tsx';
import { NoMail } from './no-mail.tsx';
import { ResendLink } from '../../sign-in/resend-link.tsx';
import { EmailField } from '../../sign-in/email-field.tsx';
import { providersOf } from '../../sign-in/providers-of.ts';
import { ProviderButtons } from '../../sign-in/sign-in-form.tsx';

const route = getRouteApi('/sign-up');

export function SignUpPage() {
  const given = route.useSearch();
  const { next, voucher } = given;
  const invitation = invitationIn(next);
  const [sentTo, setSentTo] = useState<string>();
  const { signUp: mode = 'open', isMailSent = true } = useQuery(providersOf()).data ?? {};
  const foot = (
    <>
      Have an account?{' '}
      <TextLink to="/sign-in" search={next === undefined ? {} : { next }}>
        Sign in
      </TextLink>
    </>
  );
  if (sentTo !== undefined) {
    return isMailSent ? (
      <AuthLayout title="Check your email" foot={foot}>
        <Stack gap="sm">
          <Text className="xp-foreign">
            We've sent a confirmation link to <b>{sentTo}</b>. It is valid for{' '}
            {LIMITS.accounts.verificationMsMax / 3_600_000} hours. Then you can sign in.
          </Text>
          <ResendLink email={sentTo} />
        </Stack>
      </AuthLayout>
    ) : (
      <AuthLayout title="Request a link" foot={foot}>
        <NoMail>
          The operator can now find the confirmation link for <b>{sentTo}</b>. It is valid for{' '}
          {LIMITS.accounts.verificationMsMax / 3_600_000} hours. Then you can sign in.
        </NoMail>
      </AuthLayout>
    );
  }
  if (mode === 'off') {
    return (
      <AuthLayout title="Sign up" foot={foot}>
        <Text>Sign-up is disabled on this installation. Ask its operator for an account.</Text>
      </AuthLayout>
    );
  }
  const about =
    voucher !== undefined
      ? 'Use the email address of your invitation.'
      : mode === 'invited'
        ? 'Use the email address your invitation was sent to.'
        : "We'll create an organization for you.";
  return (
    <AuthLayout title="Sign up" about={about} foot={foot}>
      {invitation !== undefined && voucher !== undefined && (
        <WhoInvites id={invitation} voucher={voucher} />
      )}
      <SignUpForm
        given={given}
        onSent={(email) => {
          keepWish(next);
          setSentTo(email);
        }}
      />
      <ProviderButtons next={nextPath(next)} />
    </AuthLayout>
  );
}

interface SignUpFormProps {
  /** From a link that the user was given by hand. */
  readonly given: Partial<Record<'email' | 'voucher' | 'next', string | undefined>>;
  readonly onSent: (email: string) => void;
}

function SignUpForm({ given, onSent }: SignUpFormProps) {
  const router = useRouter();
  const answers = useQueryClient();
  const [name, setName] = useState('');
  const [email, setEmail] = useState(given.email ?? '');
  const [password, setPassword] = useState('');
  const signUp = useMutation({
    mutationFn: async () =>
      call(api.signUp, {
        body: {
          email: email.trim(),
          password,
          ...(name.trim() === '' ? {} : { name: name.trim() }),
          ...invitationOf(given),
        },
      }),
    onSuccess: async ({ user }) => {
      if (!user.emailVerified) return onSent(email.trim());
      await call(api.signIn, { body: { email: email.trim(), password } });
      forgetAnswer(NOBODY);
      answers.clear();
      return router.history.push(nextPath(given.next));
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        signUp.mutate();
      }}
    >
      <Stack gap="sm" mb="sm">
        <TextInput
          label="Name"
          autoComplete="name"
          maxLength={LIMITS.accounts.nameCharactersMax}
          value={name}
          error={fieldError(signUp.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <EmailField
          value={email}
          error={fieldError(signUp.error, 'email')}
          onChange={setEmail}
          isFixed={given.voucher !== undefined}
        />
        <PasswordField
          label="Password"
          value={password}
          error={fieldError(signUp.error, 'password')}
          onChange={setPassword}
        />
        <ErrorNotice error={signUp.error} fields={['name', 'email', 'password']} />
        <Button type="submit" fullWidth loading={signUp.isPending}>
          Sign up
        </Button>
      </Stack>
    </form>
  );
}

/** The `next` address contains the invitation. */
function invitationOf({ voucher, next }: SignUpFormProps['given']) {
  const id = invitationIn(next);
  return id === undefined || voucher === undefined ? {} : { invitation: { id, voucher } };
}
