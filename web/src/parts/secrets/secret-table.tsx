/** Keys or tokens, with what they may do, how they are, and the way to end one. */
import { Badge, Group, Table } from '@mantine/core';
import { ActionsHead } from '../actions-head.tsx';
import { CodeText } from '../code-text.tsx';
import { StateBadge } from '../state-badge.tsx';
import { TimeText } from '../time-text.tsx';
import { WideTable } from '../wide-table.tsx';
import { RowAction } from '../row-action.tsx';

export interface Secret {
  readonly id: string;
  readonly name: string;
  /** As much of its value as tells it from others. */
  readonly hint: string;
  readonly state: 'active' | 'expired' | 'revoked';
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

interface SecretTableProps<Some extends Secret> {
  readonly label: string;
  /** Header of the hint column. */
  readonly hintHead: string;
  readonly scopesHead: string;
  readonly secrets: readonly Some[];
  readonly scopesOf: (secret: Some) => readonly string[];
  /** Who made it and when, where several people make them. */
  readonly originOf?: (secret: Some) => { readonly at: string; readonly by: string };
  /** Omitted if the user may not revoke. */
  readonly onRevoke?: (secret: Some) => void;
}

export function SecretTable<Some extends Secret>(props: SecretTableProps<Some>) {
  const { label, hintHead, scopesHead, secrets, originOf } = props;
  return (
    <WideTable label={label} minWidth={originOf === undefined ? 720 : 820}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>{hintHead}</Table.Th>
          <Table.Th>{scopesHead}</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Expires</Table.Th>
          <Table.Th>Last used</Table.Th>
          {originOf !== undefined && <Table.Th>Created</Table.Th>}
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {secrets.map((secret) => (
          <SecretRow key={secret.id} {...props} secret={secret} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function SecretRow<Some extends Secret>(props: SecretTableProps<Some> & { readonly secret: Some }) {
  const { secret, scopesOf, originOf, onRevoke } = props;
  const origin = originOf?.(secret);
  return (
    <Table.Tr>
      <Table.Td className="xp-foreign">{secret.name}</Table.Td>
      <Table.Td>
        <CodeText isWhole>{secret.hint}</CodeText>
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          {scopesOf(secret).map((scope) => (
            <Badge key={scope} color="gray" size="sm">
              {scope}
            </Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td>
        <StateBadge state={secret.state} />
      </Table.Td>
      <Table.Td>
        <TimeText at={secret.expiresAt} none="never" />
      </Table.Td>
      <Table.Td>
        <TimeText at={secret.lastUsedAt} none="never" />
      </Table.Td>
      {origin !== undefined && (
        <Table.Td className="xp-foreign">
          <TimeText at={origin.at} /> by {origin.by}
        </Table.Td>
      )}
      <Table.Td ta="right">
        {secret.state === 'active' && onRevoke !== undefined && (
          <RowAction label={`Revoke ${secret.name}`} isDanger onClick={() => onRevoke(secret)}>
            Revoke
          </RowAction>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
