import { Stack, Table, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReliabilityTarget } from '../../../../../src/contract/targets.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { NotFoundPage } from '../../../parts/not-found-page.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { Tag } from '../../../parts/tag.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import {
  measuredText,
  promiseText,
  samplesText,
  TARGET_NAMES,
  TARGET_STATES,
} from './target-text.ts';

const AGAIN_MS = 30_000;

const targetsQuery = queryOptions({
  queryKey: ['installation', 'targets'],
  queryFn: async ({ signal }) => (await call(api.getReliabilityTargets, {}, signal)).data,
  refetchInterval: AGAIN_MS,
});

export function TargetsPage() {
  const { may } = useSignedIn();
  return may('installation') ? <Targets /> : <NotFoundPage />;
}

function Targets() {
  const targets = useQuery(targetsQuery);
  return (
    <PageFrame
      title="Targets"
      about="Reliability targets of this installation with measured values. They are objectives, not guarantees."
    >
      <QueryView query={targets} rows={6}>
        {(all) => <TargetTable targets={all.targets} />}
      </QueryView>
    </PageFrame>
  );
}

function TargetTable({ targets }: { readonly targets: readonly ReliabilityTarget[] }) {
  return (
    <WideTable label="Targets" minWidth={820}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Target</Table.Th>
          <Table.Th>Objective</Table.Th>
          <Table.Th>Measured</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Window</Table.Th>
          <Table.Th>Basis</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {targets.map((target) => (
          <TargetRow key={target.id} target={target} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function TargetRow({ target }: { readonly target: ReliabilityTarget }) {
  const { label, tone } = TARGET_STATES[target.state];
  const samples = samplesText(target);
  return (
    <Table.Tr>
      <Table.Th scope="row">{TARGET_NAMES[target.id]}</Table.Th>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{promiseText(target)}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{measuredText(target) ?? 'no data'}</Table.Td>
      <Table.Td>
        <Tag tone={tone}>{label}</Tag>
      </Table.Td>
      <Table.Td>
        <WindowText measured={target.measured} />
      </Table.Td>
      <Table.Td>
        <Stack gap={2}>
          <span>{target.basis}</span>
          {samples !== undefined && (
            <Text size="xs" c="dimmed">
              {samples}
            </Text>
          )}
          {target.advice !== null && <Text size="xs">{target.advice}</Text>}
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}

function WindowText({ measured }: Pick<ReliabilityTarget, 'measured'>) {
  if (measured === null) return <span>–</span>;
  if (measured.from === null) return <TimeText at={measured.to} />;
  return (
    <>
      from <TimeText at={measured.from} />
    </>
  );
}
