import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { TextLink } from '../../parts/links.tsx';
import { fieldError } from '../../parts/field-error.ts';
import { keepWish } from '../../shell/after-sign-up.ts';
import { nextPath } from '../../shell/next-path.ts';
import { DoorFrame } from './door-frame.tsx';
import { PasswordField } from '../../sign-in/password-field.tsx';
import { ResendLink } from '../../sign-in/resend-link.tsx';
import { EmailField } from '../../sign-in/email-field.tsx';
import { ProviderButtons, providersOf } from '../../sign-in/sign-in-form.tsx';

const route = getRouteApi('/sign-up');

export function SignUpPage() {
  const { next } = route.useSearch();
  const [sentTo, setSentTo] = useState<string>();
  const mode = useQuery(providersOf()).data?.signUp ?? 'open';
  const foot = (
    <>
      Have an account?{' '}
      <TextLink to="/sign-in" search={next === undefined ? {} : { next }}>
        Sign in
      </TextLink>
    </>
  );
  if (sentTo !== undefined) {
    return (
      <DoorFrame title="Look into your mailbox" foot={foot}>
        <Stack gap="sm">
          <Text className="xp-foreign">
            A link that confirms your address is on its way to <b>{sentTo}</b>. It works for{' '}
            {LIMITS.accounts.verificationMsMax / 3_600_000} hours. You can sign in after that.
          </Text>
          <ResendLink email={sentTo} />
        </Stack>
      </DoorFrame>
    );
  }
  if (mode === 'off') {
    return (
      <DoorFrame title="Sign up" foot={foot}>
        <Text>New accounts are closed on this installation. Ask its operator.</Text>
      </DoorFrame>
    );
  }
  const about =
    mode === 'invited'
      ? 'With the address that an invitation was sent to.'
      : 'Your own organization is made for you.';
  return (
    <DoorFrame title="Sign up" about={about} foot={foot}>
      <SignUpForm
        onSent={(email) => {
          keepWish(next);
          setSentTo(email);
        }}
      />
      <ProviderButtons next={nextPath(next)} />
    </DoorFrame>
  );
}

function SignUpForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signUp = useMutation({
    mutationFn: async () =>
      call(api.signUp, {
        body: {
          email: email.trim(),
          password,
          ...(name.trim() === '' ? {} : { name: name.trim() }),
        },
      }),
    onSuccess: () => onSent(email.trim()),
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
        <EmailField value={email} error={fieldError(signUp.error, 'email')} onChange={setEmail} />
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
