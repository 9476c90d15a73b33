import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactors } from '../../../../../../src/contract/second-factor.ts';
import { LIMITS } from '../../../../../../src/spec/limits.ts';
import type { FactorKind } from '../../../../../../src/spec/second-factor.ts';
import { call } from '../../../../api/call.ts';
import * as api from '../../../../api/endpoints.ts';
import { ActionsHead } from '../../../../parts/actions-head.tsx';
import { ErrorNotice } from '../../../../parts/error-notice.tsx';
import { FormDialog } from '../../../../parts/form-dialog.tsx';
import { QueryView } from '../../../../parts/query-view.tsx';
import { sayDone } from '../../../../parts/ready-notice.ts';
import { RowAction } from '../../../../parts/row-action.tsx';
import { TimeText } from '../../../../parts/time-text.tsx';
import { WideTable } from '../../../../parts/wide-table.tsx';
import { AddFactor, RecoveryCodes } from './add-factor.tsx';
import { useConfirmation } from './confirm-fields.tsx';

const factorsQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async ({ signal }) => call(api.listFactors, {}, signal),
});

type Factor = SecondFactors['factors'][number];
type Action =
  | { readonly kind: 'add'; readonly factor: FactorKind }
  | { readonly kind: 'remove'; readonly factor: Factor }
  | { readonly kind: 'codes' };

/** What is asked for beside the password. */
export function SecondFactor() {
  const factors = useQuery(factorsQuery);
  return (
    <Stack gap="xs">
      <Title order={2}>Second factor</Title>
      <Text c="dimmed">
        Sign-in with your password then also asks for a code from an app, or a passkey. Your
        identity provider, API keys and access tokens are not affected.
      </Text>
      <QueryView query={factors} rows={2}>
        {(state) =>
          state.hasPassword ? (
            <Factors state={state} />
          ) : (
            <Text>Your account has no password, so it needs no second factor here.</Text>
          )
        }
      </QueryView>
    </Stack>
  );
}

function Factors({ state }: { readonly state: SecondFactors }) {
  const [action, setAction] = useState<Action>();
  const close = (): void => setAction(undefined);
  const isFull = state.factors.length >= LIMITS.accounts.secondFactorsMax;
  return (
    <Stack gap="sm">
      {state.factors.length === 0 ? (
        <Text>No second factor. Your password is enough to sign in.</Text>
      ) : (
        <FactorTable factors={state.factors} onAction={setAction} />
      )}
      <Group gap="xs">
        <Button
          variant="default"
          disabled={isFull}
          onClick={() => setAction({ kind: 'add', factor: 'totp' })}
        >
          Add authenticator app
        </Button>
        <Button
          variant="default"
          disabled={isFull || !state.arePasskeysOffered}
          {...(state.arePasskeysOffered ? {} : { title: 'Passkeys require HTTPS and a host name' })}
          onClick={() => setAction({ kind: 'add', factor: 'passkey' })}
        >
          Add passkey
        </Button>
        {state.factors.length > 0 && (
          <Button variant="default" onClick={() => setAction({ kind: 'codes' })}>
            New recovery codes
          </Button>
        )}
      </Group>
      {state.factors.length > 0 && (
        <Text size="sm" c={state.recoveryCodesLeft < FEW ? 'var(--xp-danger)' : 'dimmed'}>
          Unused recovery codes: {state.recoveryCodesLeft}
        </Text>
      )}
      {action?.kind === 'add' && <AddFactor kind={action.factor} state={state} onClose={close} />}
      {action?.kind === 'remove' && (
        <RemoveFactor factor={action.factor} state={state} onClose={close} />
      )}
      {action?.kind === 'codes' && <RenewCodes state={state} onClose={close} />}
    </Stack>
  );
}

const FEW = 3;
const KINDS = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

interface FactorTableProps {
  readonly factors: readonly Factor[];
  readonly onAction: (action: Action) => void;
}

function FactorTable({ factors, onAction }: FactorTableProps) {
  return (
    <WideTable label="Second factors" minWidth={520}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Type</Table.Th>
          <Table.Th>Added</Table.Th>
          <Table.Th>Last used</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {factors.map((factor) => (
          <Table.Tr key={factor.id}>
            <Table.Td className="xp-foreign">{factor.name}</Table.Td>
            <Table.Td>{KINDS[factor.kind]}</Table.Td>
            <Table.Td>
              <TimeText at={factor.createdAt} />
            </Table.Td>
            <Table.Td>
              <TimeText at={factor.usedAt} none="never" />
            </Table.Td>
            <Table.Td ta="right">
              <RowAction
                label={`Remove ${factor.name}`}
                isDanger
                onClick={() => onAction({ kind: 'remove', factor })}
              >
                Remove
              </RowAction>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface ChangeProps {
  readonly state: SecondFactors;
  readonly onClose: () => void;
}

function RemoveFactor({ factor, state, onClose }: ChangeProps & { readonly factor: Factor }) {
  const answers = useQueryClient();
  const confirmation = useConfirmation(state);
  const remove = useMutation({
    mutationFn: async () =>
      call(api.removeFactor, { body: { id: factor.id, ...confirmation.read() } }),
    onSuccess: async () => {
      onClose();
      sayDone('Second factor removed');
      await answers.invalidateQueries(factorsQuery);
    },
    onError: confirmation.again,
  });
  return (
    <FormDialog title={`Remove ${factor.name}`} onSubmit={() => remove.mutate()} onClose={onClose}>
      {state.factors.length === 1 && (
        <Text>This is your last one. Your password will be enough to sign in.</Text>
      )}
      {confirmation.fields(remove.error)}
      <ErrorNotice error={confirmation.problem ?? remove.error} fields={['password', 'proof']} />
      <Group justify="flex-end">
        <Button
          type="submit"
          color="red"
          loading={remove.isPending}
          disabled={!confirmation.isReady}
        >
          Remove
        </Button>
      </Group>
    </FormDialog>
  );
}

function RenewCodes({ state, onClose }: ChangeProps) {
  const answers = useQueryClient();
  const confirmation = useConfirmation(state);
  const renew = useMutation({
    mutationFn: async () => call(api.renewRecoveryCodes, { body: confirmation.read() }),
    onSuccess: async () => answers.invalidateQueries(factorsQuery),
    onError: confirmation.again,
  });
  if (renew.data !== undefined) {
    return <RecoveryCodes codes={renew.data.recoveryCodes} onClose={onClose} />;
  }
  return (
    <FormDialog title="New recovery codes" onSubmit={() => renew.mutate()} onClose={onClose}>
      <Text>Your earlier recovery codes stop working.</Text>
      {confirmation.fields(renew.error)}
      <ErrorNotice error={confirmation.problem ?? renew.error} fields={['password', 'proof']} />
      <Group justify="flex-end">
        <Button type="submit" loading={renew.isPending} disabled={!confirmation.isReady}>
          Create codes
        </Button>
      </Group>
    </FormDialog>
  );
}
