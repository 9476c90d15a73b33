import { Button, Group, Stack, Table, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Operator } from '../../../../../src/contract/operator.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { operatorsQuery } from './installation-queries.ts';

/** Who runs the installation. */
export function Operators() {
  const operators = useQuery(operatorsQuery);
  const [removed, setRemoved] = useState<Operator>();
  return (
    <section>
      <Title order={2} mb="xs">
        Operators
      </Title>
      <Stack gap="sm">
        <QueryView query={operators}>
          {(all) => <OperatorTable operators={all} onRemove={setRemoved} />}
        </QueryView>
        <NameOperator />
        <ResetFactor />
      </Stack>
      {removed !== undefined && (
        <RemoveOperator operator={removed} onClose={() => setRemoved(undefined)} />
      )}
    </section>
  );
}

interface OperatorTableProps {
  readonly operators: readonly Operator[];
  readonly onRemove: (operator: Operator) => void;
}

function OperatorTable({ operators, onRemove }: OperatorTableProps) {
  return (
    <WideTable label="Operators" minWidth={520}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Email</Table.Th>
          <Table.Th>Added by</Table.Th>
          <Table.Th>Added</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {operators.map((operator) => (
          <Table.Tr key={operator.id}>
            <Table.Td className="xp-foreign">{operator.email}</Table.Td>
            <Table.Td className="xp-foreign">{operator.namedBy}</Table.Td>
            <Table.Td>
              <TimeText at={operator.namedAt} form="exact" />
            </Table.Td>
            <Table.Td ta="right">
              {operators.length > 1 && (
                <RowAction
                  label={`Remove ${operator.email}`}
                  isDanger
                  onClick={() => onRemove(operator)}
                >
                  Remove
                </RowAction>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function NameOperator() {
  const [email, setEmail] = useState('');
  const answers = useQueryClient();
  const name = useMutation({
    mutationFn: async () => call(api.nameOperator, { body: { email: email.trim() } }),
    onSuccess: async () => {
      setEmail('');
      await answers.invalidateQueries({ queryKey: ['installation'] });
      sayDone('Operator added');
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        name.mutate();
      }}
    >
      <Stack gap="xs" maw={480}>
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            label="Add operator"
            description="Email address of an existing account."
            type="email"
            required
            flex={1}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={name.isPending}>
            Add operator
          </Button>
        </Group>
        <ErrorNotice error={name.error} />
      </Stack>
    </form>
  );
}

/** For somebody who has lost their devices and recovery codes. */
function ResetFactor() {
  const [email, setEmail] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const reset = useMutation({
    mutationFn: async () => call(api.resetFactors, { body: { email: email.trim() } }),
    onSuccess: () => {
      setEmail('');
      setIsAsking(false);
      sayDone('Second factor reset');
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsking(true);
      }}
    >
      <Group align="flex-end" wrap="nowrap" maw={480}>
        <TextInput
          label="Reset second factor"
          description="Email address of someone who lost their devices and recovery codes."
          type="email"
          required
          flex={1}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Reset
        </Button>
      </Group>
      {isAsking && (
        <ConfirmDialog
          title="Reset second factor"
          action="Reset"
          isBusy={reset.isPending}
          error={reset.error}
          onConfirm={() => reset.mutate()}
          onClose={() => setIsAsking(false)}
        >
          Verify who asks before you continue. <b>{email.trim()}</b> can then sign in with the
          password alone, all sessions of the account end, and the person is notified by email.
        </ConfirmDialog>
      )}
    </form>
  );
}

interface RemoveOperatorProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

function RemoveOperator({ operator, onClose }: RemoveOperatorProps) {
  return (
    <ConfirmChange
      title="Remove operator"
      action="Remove operator"
      change={async () => call(api.removeOperator, { params: { id: operator.id } })}
      stale={{ queryKey: ['installation'] }}
      done={'Operator removed'}
      onClose={onClose}
    >
      {operator.email} will no longer see other organizations and their usage, or change their
      plans. The account and its organizations stay.
    </ConfirmChange>
  );
}
