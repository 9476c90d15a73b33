import { Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertMember } from '../../../../../src/contract/alert-members.ts';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { messageOf } from '../../../parts/error-notice.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayFailed } from '../../../parts/ready-notice.ts';
import { Tag } from '../../../parts/tag.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { groupText } from '../badges.tsx';
import { Section } from './section.tsx';

const SHOWN = 100;

/** Who is expected to send, as the rule has learnt it. */
export function Members({ rule }: { readonly rule: AlertRule }) {
  const isEach = rule.condition.kind === 'absence' && rule.condition.scope === 'member';
  const members = useQuery({
    queryKey: ['alert-members', rule.id],
    queryFn: async ({ signal }) => {
      const input = { params: { id: rule.id }, query: { limit: SHOWN } };
      return call(api.listAlertMembers, input, signal);
    },
    enabled: isEach,
  });
  if (!isEach) return null;
  return (
    <Section title="Expected sources">
      <QueryView query={members}>
        {({ data, nextCursor }) =>
          data.length === 0 ? (
            <Text c="dimmed">No sources learned yet. Xplain learns them from their events.</Text>
          ) : (
            <>
              <MemberTable rule={rule.id} members={data} />
              {nextCursor !== null && <Text c="dimmed">Showing the first {SHOWN}.</Text>}
            </>
          )
        }
      </QueryView>
    </Section>
  );
}

interface MemberTableProps {
  readonly rule: string;
  readonly members: readonly AlertMember[];
}

function MemberTable({ rule, members }: MemberTableProps) {
  const { may } = useSignedIn();
  const forget = useForget(rule);
  return (
    <WideTable label="Sources" minWidth={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Source</Table.Th>
          <Table.Th>Last seen</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {members.map(({ key, group, known, expected, lastSeenAt }) => (
          <Table.Tr key={key}>
            <Table.Td className="xp-foreign">
              {groupText(group)} {expected && <Tag tone="info">expected</Tag>}
              {!known && <Tag tone="quiet">collecting baseline</Tag>}
            </Table.Td>
            <Table.Td>
              <TimeText at={lastSeenAt} none="never" />
            </Table.Td>
            <Table.Td ta="right">
              {may('alerts:write') && !expected && (
                <RowAction label={`Remove ${groupText(group)}`} onClick={() => forget.mutate(key)}>
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

function useForget(id: string) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (key: string) => call(api.forgetAlertMember, { params: { id, key } }),
    onSuccess: async () => answers.invalidateQueries({ queryKey: ['alert-members', id] }),
    onError: (error) => sayFailed(messageOf(error)),
  });
}
