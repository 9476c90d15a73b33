/** The stored versions; each can be restored as a new one. */
import { Button, Group, Modal, ScrollArea, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Dashboard, DashboardVersion } from '../../../../../src/contract/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { dashboardQuery, dashboardsQuery } from '../../../data/dashboards-queries.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { RowsSkeleton } from '../../../parts/page-frame.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';

interface VersionsDialogProps {
  readonly dashboard: Dashboard;
  readonly onClose: () => void;
}

export function VersionsDialog({ dashboard, onClose }: VersionsDialogProps) {
  const { id } = dashboard;
  const versions = useInfiniteQuery({
    queryKey: ['dashboard-versions', id, dashboard.version],
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam };
      const query = { limit: 25, ...cursor };
      return call(api.listDashboardVersions, { params: { id }, query }, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const restore = useRestore(id, onClose);
  const rows = versions.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Modal
      opened
      size="lg"
      title="Versions"
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ErrorNotice error={versions.error ?? restore.error} />
      {versions.isPending && <RowsSkeleton rows={4} />}
      <VersionTable rows={rows} present={dashboard.version} restore={restore} />
      <Group justify="space-between" mt="sm">
        <Text size="xs" c="dimmed">
          The last {LIMITS.dashboards.versionsMax} versions are kept. Restoring one creates a new
          version.
        </Text>
        {versions.hasNextPage && (
          <Button
            size="compact-sm"
            variant="default"
            loading={versions.isFetchingNextPage}
            onClick={() => void versions.fetchNextPage()}
          >
            Load more
          </Button>
        )}
      </Group>
    </Modal>
  );
}

interface VersionTableProps {
  readonly rows: readonly DashboardVersion[];
  readonly present: number;
  readonly restore: ReturnType<typeof useRestore>;
}

function VersionTable({ rows, present, restore }: VersionTableProps) {
  const { may } = useSignedIn();
  return (
    <ScrollArea.Autosize mah="60vh">
      <Table aria-label="Versions">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Version</Table.Th>
            <Table.Th>Changes</Table.Th>
            <Table.Th>Author</Table.Th>
            <Table.Th>Time</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ version, note, savedBy, savedAt }) => (
            <Table.Tr key={version}>
              <Table.Td>{version}</Table.Td>
              <Table.Td className="xp-foreign">{note === '' ? '–' : note}</Table.Td>
              <Table.Td className="xp-foreign">{savedBy}</Table.Td>
              <Table.Td>
                <TimeText at={savedAt} />
              </Table.Td>
              <Table.Td ta="right">
                {version === present ? (
                  <Text size="xs" c="dimmed">
                    current
                  </Text>
                ) : (
                  may('dashboards:write') && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Restore version ${version}`}
                      loading={restore.isPending && restore.variables === version}
                      onClick={() => restore.mutate(version)}
                    >
                      Restore
                    </Button>
                  )
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

function useRestore(id: string, onDone: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (version: number) =>
      (
        await call(api.restoreDashboardVersion, {
          params: { id, version: String(version) },
        })
      ).data,
    onSuccess: (restored, version) => {
      answers.setQueryData(dashboardQuery(id).queryKey, restored);
      void answers.invalidateQueries(dashboardsQuery);
      sayDone(`Version ${version} restored`);
      onDone();
    },
  });
}
