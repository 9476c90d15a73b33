import { Box, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Check } from '../../../../../src/contract/checks.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ButtonLink, TextLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { RowAction } from '../../../parts/row-action.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { checksQuery } from './check-queries.ts';

/** All checks of the organization. */
export function CheckList() {
  const { may } = useSignedIn();
  const checks = useQuery(checksQuery);
  const [removed, setRemoved] = useState<Check>();
  return (
    <Box p="md">
      <PageFrame
        title="Checks"
        about="A check is a saved evaluation. Run it here, with the API, or as a release gate with xplain evaluate --check."
        actions={
          <>
            <ButtonLink to="/evaluate" search={{}} variant="default">
              Go to evaluate
            </ButtonLink>
            {may('checks:write') && (
              <ButtonLink to="/evaluate" search={{ check: 'new' }}>
                Create check
              </ButtonLink>
            )}
          </>
        }
      >
        <QueryView query={checks}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon="evaluate" title="No checks yet">
                Save the criteria and expected items that you evaluate after every deployment.
              </EmptyState>
            ) : (
              <Rows checks={all} onRemove={setRemoved} />
            )
          }
        </QueryView>
        {removed !== undefined && (
          <ConfirmChange
            title="Delete check"
            action="Delete"
            change={async () => call(api.deleteCheck, { params: { id: removed.id } })}
            stale={checksQuery}
            done="Check deleted"
            onClose={() => setRemoved(undefined)}
          >
            This deletes <b className="xp-foreign">{removed.name}</b> and its earlier versions.
            Release gates that run it will fail.
          </ConfirmChange>
        )}
      </PageFrame>
    </Box>
  );
}

interface RowsProps {
  readonly checks: readonly Check[];
  readonly onRemove: (check: Check) => void;
}

function Rows({ checks, onRemove }: RowsProps) {
  const { may } = useSignedIn();
  return (
    <WideTable label="Checks" minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Check</Table.Th>
          <Table.Th>Search</Table.Th>
          <Table.Th>Items</Table.Th>
          <Table.Th>Updated</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {checks
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map((check) => (
            <Table.Tr key={check.id}>
              <Table.Td className="xp-foreign" maw={280}>
                <TextLink to="/evaluate" search={{ check: check.id }}>
                  {check.name}
                </TextLink>
                {check.description !== '' && (
                  <Text size="xs" c="dimmed" className="xp-foreign">
                    {check.description}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="xp-mono xp-foreign" maw={320}>
                {check.query ?? <Text c="dimmed">each run sends its rows</Text>}
              </Table.Td>
              <Table.Td>{Math.max(1, check.expectedItems.length)}</Table.Td>
              <Table.Td className="xp-foreign">
                <TimeText at={check.updatedAt} />
                <Text size="xs" c="dimmed" className="xp-foreign">
                  {check.updatedBy}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                {may('checks:delete') && (
                  <RowAction
                    label={`Delete ${check.name}`}
                    isDanger
                    onClick={() => onRemove(check)}
                  >
                    Delete
                  </RowAction>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </WideTable>
  );
}
