/** A dashboard by mail: who gets it, and when. */
import { NoMailBanner } from '../../../shell/no-mail-banner.tsx';
import { ActionIcon, Button, Group, Modal, Stack, Switch, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import type { Report } from '../../../../../src/contract/dashboard-reports.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CopyYamlIcon } from '../../../parts/as-code/copy-yaml-icon.tsx';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { scheduleWords } from '../logic/schedule-words.ts';
import { ReportForm } from './report-form.tsx';
import { reportsQuery } from './reports-query.ts';

interface ReportsDialogProps {
  readonly dashboard: Dashboard;
  readonly onClose: () => void;
}

export function ReportsDialog({ dashboard, onClose }: ReportsDialogProps) {
  const { id } = dashboard;
  const reports = useQuery(reportsQuery(id));
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Modal
      opened
      size="lg"
      title="Email reports"
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <NoMailBanner />
      <QueryView query={reports} rows={2}>
        {(list) => (
          <Stack gap="md">
            {list.length === 0 && !isAdding && (
              <Text>
                No reports yet. A report emails this dashboard's numbers and charts on a schedule.
              </Text>
            )}
            {list.length > 0 && <ReportTable id={id} reports={list} />}
            {isAdding ? (
              <ReportForm dashboard={dashboard} onDone={() => setIsAdding(false)} />
            ) : (
              <Group justify="space-between">
                <Text size="xs" c="dimmed">
                  Up to {LIMITS.dashboards.reportsPerDashboardMax} reports, to members only.
                </Text>
                <Button
                  leftSection={<Icon name="plus" size={14} />}
                  disabled={list.length >= LIMITS.dashboards.reportsPerDashboardMax}
                  onClick={() => setIsAdding(true)}
                >
                  Add report
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </QueryView>
    </Modal>
  );
}

interface ReportTableProps {
  readonly id: string;
  readonly reports: readonly Report[];
}

function ReportTable({ id, reports }: ReportTableProps) {
  const answers = useQueryClient();
  const onSuccess = async (): Promise<void> => answers.invalidateQueries(reportsQuery(id));
  const enable = useMutation({
    mutationFn: async ({ report, isEnabled }: { report: string; isEnabled: boolean }) =>
      call(api.changeReport, { params: { id, report }, body: { isEnabled } }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: async (report: string) => call(api.deleteReport, { params: { id, report } }),
    onSuccess,
  });
  return (
    <>
      <ErrorNotice error={enable.error ?? remove.error} />
      <Table aria-label="Reports">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Report</Table.Th>
            <Table.Th>Recipients</Table.Th>
            <Table.Th>Next run</Table.Th>
            <Table.Th>Enabled</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {reports.map((report) => (
            <ReportRow
              key={report.id}
              report={report}
              onEnable={(isEnabled) => enable.mutate({ report: report.id, isEnabled })}
              onRemove={() => remove.mutate(report.id)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

interface ReportRowProps {
  readonly report: Report;
  readonly onEnable: (isEnabled: boolean) => void;
  readonly onRemove: () => void;
}

function ReportRow({ report, onEnable, onRemove }: ReportRowProps) {
  return (
    <Table.Tr>
      <Table.Td className="xp-foreign">
        <Group gap={6}>
          {report.name}
          <ManagedMark kind="reports" id={report.id} />
        </Group>
        <Text size="xs" c="dimmed">
          {scheduleWords(report.schedule)}
        </Text>
        {report.lastError !== null && (
          <Text size="xs" c="var(--xp-danger)">
            {report.lastError}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="xp-foreign">{report.recipients.join(', ')}</Table.Td>
      <Table.Td>
        <TimeText at={report.nextAt} />
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={`Enable ${report.name}`}
          checked={report.isEnabled}
          onChange={(event) => onEnable(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <Group gap={2} justify="flex-end" wrap="nowrap">
          <CopyYamlIcon kind="reports" id={report.id} name={report.name} />
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Delete report ${report.name}`}
            onClick={onRemove}
          >
            <Icon name="trash" size={14} />
          </ActionIcon>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
