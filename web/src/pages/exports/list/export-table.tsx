import { Group, Stack, Table, Text } from '@mantine/core';
import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { ActionsHead } from '../../../parts/actions-head.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { ExportProblem } from '../export/export-problem.tsx';
import { Lag } from '../export/lag.tsx';
import { OpenRun } from '../export/run-progress.tsx';
import { destinationWords } from '../logic/destination-form.ts';
import { scheduleWords } from '../logic/export-words.ts';
import { ExportHealthTag, ModeTag } from '../tags.tsx';

export function ExportTable({ exports }: { readonly exports: readonly ScheduledExport[] }) {
  return (
    <WideTable label="Scheduled exports" minWidth={980}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Export</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Next run</Table.Th>
          <Table.Th>Last run</Table.Th>
          <Table.Th>Lag</Table.Th>
          <Table.Th>Destination</Table.Th>
          <ActionsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {exports.map((shown) => (
          <ExportRow key={shown.id} shown={shown} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function ExportRow({ shown }: { readonly shown: ScheduledExport }) {
  const zone = useTimeZone();
  const { id, name, mode, query, schedule, running } = shown;
  return (
    <Table.Tr>
      <Table.Td className="xp-foreign" maw={320}>
        <Group gap={6}>
          <TextLink to="/exports/$id" params={{ id }}>
            {name}
          </TextLink>
          <ModeTag mode={mode} />
          <ManagedMark kind="exports" id={id} />
        </Group>
        <Text size="xs" c="dimmed" className="xp-mono" lineClamp={2}>
          {query}
        </Text>
      </Table.Td>
      <Table.Td className="xp-foreign" maw={340} miw={220}>
        <Stack gap={4} align="flex-start">
          <ExportHealthTag health={shown.health} />
          <ExportProblem shown={shown} />
          {running !== null && <OpenRun exportId={id} run={running} />}
        </Stack>
      </Table.Td>
      <Table.Td>
        <TimeText at={shown.nextRunAt} none="none" />
        <Text size="xs" c="dimmed" maw={180}>
          {scheduleWords(schedule, zone)}
        </Text>
      </Table.Td>
      <Table.Td>
        <TimeText at={shown.lastRunAt} none="never" />
      </Table.Td>
      <Table.Td>
        <Lag shown={shown} />
      </Table.Td>
      <Table.Td className="xp-foreign" maw={220}>
        {destinationWords(shown.destination)}
      </Table.Td>
      <Table.Td ta="right">
        <ExportMenu shown={shown} />
      </Table.Td>
    </Table.Tr>
  );
}
