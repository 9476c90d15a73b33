import { Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { KpiHistory } from '../../../../../src/contract/kpi-views.ts';
import type { Kpi } from '../../../../../src/contract/kpis.ts';
import { STRIP_CELLS } from '../../../../../src/spec/services.ts';
import { SECOND_MS } from '../../../../../src/spec/units.ts';
import { LimitChart } from '../../../charts/limit-chart.tsx';
import { useShownZone } from '../../../data/shown-zone.ts';
import { kpiHistoryQuery } from '../../../data/services-queries.ts';
import { QueryView } from '../../../parts/query-view.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { historyPoints, limitLines, pointCounts } from '../logic/kpi-points.ts';
import { UNMEASURED_MEANINGS, KPI_LOOKS } from '../logic/state-words.ts';
import { valueWords } from '../logic/value-words.ts';
import { KpiStateTag } from '../state-tag.tsx';

const RANGES = [
  { value: '24', label: '24 h' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];

/** What a KPI was measured at: as a chart against its limits, or as a table. */
export function KpiPast({ kpi }: { readonly kpi: Kpi }) {
  const [hours, setHours] = useState('24');
  const [isTable, setIsTable] = useState(false);
  const history = useQuery({
    ...kpiHistoryQuery(kpi.id, Number(hours), STRIP_CELLS),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="xs" mt="xs" component="section" aria-label={`History of ${kpi.name}`}>
      <Group gap="xs">
        <SegmentedControl
          aria-label="History period"
          data={RANGES}
          value={hours}
          onChange={setHours}
        />
        <Button
          size="compact-xs"
          variant="subtle"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </Group>
      <QueryView query={history} rows={3}>
        {(past) =>
          isTable ? <PastTable kpi={kpi} past={past} /> : <Chart kpi={kpi} past={past} />
        }
      </QueryView>
    </Stack>
  );
}

interface PastProps {
  readonly kpi: Kpi;
  readonly past: KpiHistory;
}

function Chart({ kpi, past }: PastProps) {
  const timeZone = useShownZone();
  const points = useMemo(() => historyPoints(past), [past]);
  const limits = useMemo(() => limitLines(kpi), [kpi]);
  return (
    <>
      <LimitChart
        label={kpi.name}
        points={points}
        cellMs={past.cellSeconds * SECOND_MS}
        limits={limits}
        unit={kpi.unit}
        timeZone={timeZone}
      />
      <Text size="xs" c="dimmed">
        {pointCounts(points)} of {past.cells.length} cells. Each cell shows its worst interval.
        Hatched cells have no value:{' '}
        {Object.entries(UNMEASURED_MEANINGS)
          .map(
            ([state, meaning]) => `${KPI_LOOKS[state as keyof typeof KPI_LOOKS].word} (${meaning})`,
          )
          .join('; ')}
        .
      </Text>
    </>
  );
}

function PastTable({ kpi, past }: PastProps) {
  return (
    <WideTable label={`Values of ${kpi.name}`} minWidth={480}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>From</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th ta="right">Worst</Table.Th>
          <Table.Th ta="right">Average</Table.Th>
          <Table.Th ta="right">Intervals with data</Table.Th>
          <Table.Th ta="right">Corrected</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {past.cells.toReversed().map((cell) => (
          <Table.Tr key={cell.from}>
            <Table.Td>
              <TimeText at={cell.from} form="exact" />
            </Table.Td>
            <Table.Td>
              <KpiStateTag state={cell.state} />
            </Table.Td>
            <Table.Td ta="right">{textOf(cell.value, kpi.unit)}</Table.Td>
            <Table.Td ta="right">{textOf(cell.average, kpi.unit)}</Table.Td>
            <Table.Td ta="right">{cell.slots}</Table.Td>
            <Table.Td ta="right">{cell.revised}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function textOf(value: number | null, unit: string): string {
  return value === null ? '–' : valueWords(value, unit);
}
