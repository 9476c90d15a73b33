import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { tokensQuery } from '../../../data/tokens-query.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { TextLink } from '../../../parts/links.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { PasswordField } from '../../../sign-in/password-field.tsx';
import { CurrentPassword } from '../../../sign-in/current-password.tsx';

export function ChangePassword() {
  const { user } = useSignedIn();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [keepsTokens, setKeepsTokens] = useState(false);
  const answers = useQueryClient();
  const change = useMutation({
    mutationFn: async () =>
      call(api.changePassword, {
        body: {
          currentPassword: current,
          newPassword: next,
          keepAccessTokens: keepsTokens,
        },
      }),
    onSuccess: async () => {
      setCurrent('');
      setNext('');
      await answers.invalidateQueries({ queryKey: ['sessions'] });
      await answers.invalidateQueries(tokensQuery);
      sayDone('Password changed');
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Stack gap="sm" maw={420}>
        <Title order={2}>Change password</Title>
        <Text c="dimmed">
          This signs you out on all other devices. If you sign in with Google or GitHub and have no
          password, <TextLink to="/forgot-password">request a link to set one.</TextLink>
        </Text>
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        <CurrentPassword
          label="Current password"
          value={current}
          error={fieldError(change.error, 'currentPassword')}
          onChange={setCurrent}
        />
        <PasswordField
          label="New password"
          value={next}
          error={fieldError(change.error, 'newPassword')}
          onChange={setNext}
        />
        <Checkbox
          label="Keep my access tokens"
          description="If off, your access tokens in all organizations are revoked."
          checked={keepsTokens}
          onChange={(event) => setKeepsTokens(event.currentTarget.checked)}
        />
        <ErrorNotice error={change.error} fields={['currentPassword', 'newPassword']} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
