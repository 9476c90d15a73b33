import { Alert, Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FactorSetUp, SecondFactors } from '../../../../../../src/contract/second-factor.ts';
import { LIMITS } from '../../../../../../src/spec/limits.ts';
import type { FactorKind } from '../../../../../../src/spec/second-factor.ts';
import { call } from '../../../../api/call.ts';
import * as api from '../../../../api/endpoints.ts';
import { CopyButton } from '../../../../parts/copy-button.tsx';
import { ErrorNotice } from '../../../../parts/error-notice.tsx';
import { fieldError } from '../../../../parts/field-error.ts';
import { FormDialog } from '../../../../parts/form-dialog.tsx';
import { sayDone } from '../../../../parts/ready-notice.ts';
import { useSignedIn } from '../../../../shell/signed-in.tsx';
import { createPasskey, passkeyProblem } from '../../../../sign-in/browser-passkeys.ts';
import { useConfirmation } from './confirm-fields.tsx';
import { QrCode } from './qr-code.tsx';

interface AddFactorProps {
  readonly kind: FactorKind;
  readonly state: SecondFactors;
  readonly onClose: () => void;
}

/** First who it is, then what they add, then the recovery codes. */
export function AddFactor({ kind, state, onClose }: AddFactorProps) {
  const [setUp, setSetUp] = useState<FactorSetUp>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (setUp === undefined) {
    return <Confirm kind={kind} state={state} onClose={onClose} onDone={setSetUp} />;
  }
  return (
    <Finish
      setUp={setUp}
      onClose={onClose}
      onDone={(fresh) => (fresh.length === 0 ? onClose() : setCodes(fresh))}
    />
  );
}

const TITLES = { totp: 'Add authenticator app', passkey: 'Add passkey' } as const;

function Confirm({
  kind,
  state,
  onClose,
  onDone,
}: AddFactorProps & { readonly onDone: (setUp: FactorSetUp) => void }) {
  const confirmation = useConfirmation(state);
  const begin = useMutation({
    mutationFn: async () => call(api.beginFactor, { body: { kind, ...confirmation.read() } }),
    onSuccess: onDone,
    onError: confirmation.again,
  });
  return (
    <FormDialog title={TITLES[kind]} onSubmit={() => begin.mutate()} onClose={onClose}>
      {confirmation.fields(begin.error)}
      <ErrorNotice error={confirmation.problem ?? begin.error} fields={['password', 'proof']} />
      <Group justify="flex-end">
        <Button type="submit" loading={begin.isPending} disabled={!confirmation.isReady}>
          Continue
        </Button>
      </Group>
    </FormDialog>
  );
}

interface FinishProps {
  readonly setUp: FactorSetUp;
  readonly onClose: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}

function Finish({ setUp: { token, totp, passkey }, onClose, onDone }: FinishProps) {
  const { user } = useSignedIn();
  const answers = useQueryClient();
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const add = useMutation({
    mutationFn: async () => {
      if (passkey === null) return call(api.addFactor, { body: { token, name, code } });
      const made = await createPasskey(passkey, user.email).catch((error: unknown) => {
        throw passkeyProblem(error);
      });
      return call(api.addFactor, { body: { token, name, passkey: made } });
    },
    onSuccess: async ({ recoveryCodes }) => {
      onDone(recoveryCodes);
      sayDone('Second factor added');
      await answers.invalidateQueries({ queryKey: ['second-factor'] });
      await answers.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const isReady = name.trim() !== '' && (totp === null || /^\d{6}$/.test(code));
  return (
    <FormDialog
      title={TITLES[totp === null ? 'passkey' : 'totp']}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      {totp !== null && (
        <>
          <Text>Scan this code with your app, or enter the secret.</Text>
          <Group justify="center">
            <QrCode text={totp.uri} label="QR code for your authenticator app" />
          </Group>
          <Group gap="xs" wrap="nowrap" justify="center">
            <Code className="xp-foreign">{totp.secret}</Code>
            <CopyButton value={totp.secret} what="secret" />
          </Group>
        </>
      )}
      <TextInput
        label="Name"
        description="Tells your devices apart, for example “Phone”."
        required
        maxLength={LIMITS.accounts.factorNameCharactersMax}
        value={name}
        error={fieldError(add.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {totp !== null && (
        <TextInput
          label="Code from the app"
          required
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={6}
          value={code}
          error={fieldError(add.error, 'code')}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <ErrorNotice error={add.error} fields={['name', 'code']} />
      <Group justify="flex-end">
        <Button type="submit" loading={add.isPending} disabled={!isReady}>
          {totp === null ? 'Create passkey' : 'Add'}
        </Button>
      </Group>
    </FormDialog>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shown once. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Recovery codes"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Alert color="yellow" p="xs">
          Store these codes in a safe place. You can’t see them again. Each one works once, if you
          lose your device.
        </Alert>
        <Code block>{codes.join('\n')}</Code>
        <Group justify="space-between">
          <CopyButton value={codes.join('\n')} what="codes" isLabelled />
          <Button onClick={onClose}>I have stored them</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
