import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { ExportRun } from '../../../../../src/contract/export-runs.ts';
import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { durationText, formatBytes, formatCount } from '../../../parts/sizes.ts';
import { Tag } from '../../../parts/tag.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import classes from '../exports.module.css';
import { RunStateTag } from '../tags.tsx';
import { RunFiles } from './run-files.tsx';
import { RunProgress } from './run-progress.tsx';

interface RunTableProps {
  readonly shown: ScheduledExport;
  readonly runs: readonly ExportRun[];
}

const COLUMNS = 7;

export function RunTable({ shown, runs }: RunTableProps) {
  const [open, setOpen] = useState<string>();
  return (
    <WideTable label="Runs" minWidth={900}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Status</Table.Th>
          <Table.Th>{shown.mode === 'archive' ? 'Ingest time range' : 'Event time range'}</Table.Th>
          <Table.Th>Started</Table.Th>
          <Table.Th ta="right">Rows</Table.Th>
          <Table.Th ta="right">Size</Table.Th>
          <Table.Th ta="right">Files</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map((run) => (
          <Fragment key={run.id}>
            <RunRow
              run={run}
              isOpen={open === run.id}
              onToggle={() => setOpen(open === run.id ? undefined : run.id)}
            />
            {open === run.id && (
              <Table.Tr className={classes['files']}>
                <Table.Td colSpan={COLUMNS}>
                  <RunFiles shown={shown} run={run} />
                </Table.Td>
              </Table.Tr>
            )}
          </Fragment>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface RunRowProps {
  readonly run: ExportRun;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function RunRow({ run, isOpen, onToggle }: RunRowProps) {
  return (
    <Table.Tr>
      <Table.Td className="xp-foreign" maw={320}>
        <Stack gap={4} align="flex-start">
          <Group gap={6}>
            <RunStateTag state={run.state} />
            <Cause run={run} />
          </Group>
          {run.error !== null && run.state !== 'done' && (
            <Text size="xs" className="xp-foreign">
              {run.error}
            </Text>
          )}
          <RunProgress run={run} />
        </Stack>
      </Table.Td>
      <Table.Td>
        <TimeText at={run.from} form="exact" /> – <TimeText at={run.to} form="exact" />
      </Table.Td>
      <Table.Td>
        <TimeText at={run.startedAt} none="not yet" />
        <Took run={run} />
      </Table.Td>
      <Table.Td ta="right">{formatCount(run.rows)}</Table.Td>
      <Table.Td ta="right">{formatBytes(run.bytes)}</Table.Td>
      <Table.Td ta="right">{formatCount(run.filesDone)}</Table.Td>
      <Table.Td ta="right">
        <Button
          variant="subtle"
          size="compact-xs"
          aria-expanded={isOpen}
          aria-label={`Files of the run until ${run.to}`}
          onClick={onToggle}
        >
          Files
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function Took({ run: { startedAt, endedAt } }: { readonly run: ExportRun }) {
  if (startedAt === null || endedAt === null) return null;
  return (
    <Text size="xs" c="dimmed">
      took {durationText(Date.parse(endedAt) - Date.parse(startedAt))}
    </Text>
  );
}

/** Why there is this run, where it is not the schedule. */
function Cause({ run: { trigger, requestedBy, revision } }: { readonly run: ExportRun }) {
  switch (trigger) {
    case 'schedule':
      return null;
    case 'request':
      return (
        <Text size="xs" c="dimmed">
          started by {requestedBy ?? 'a former member'}
        </Text>
      );
    case 'recount':
      return (
        <Tag
          tone="info"
          title="Late events were found in this window. These files replace the earlier ones"
        >
          revision {revision}
        </Tag>
      );
  }
}
