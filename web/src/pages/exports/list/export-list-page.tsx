import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { exportsQuery } from '../../../data/exports-queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ButtonLink, TextLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { countOf } from '../../../parts/sizes.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { type PlanRoom, usePlanRoom } from '../use-plan-room.ts';
import { ExportTable } from './export-table.tsx';

export function ExportListPage() {
  const exports = useQuery(exportsQuery);
  const room = usePlanRoom();
  return (
    <PageFrame
      title="Scheduled exports"
      isWide
      about={
        <>
          Write events or query results to files on a schedule. <Room room={room} />
        </>
      }
      actions={room?.isFull !== true && <ButtonLink to="/exports/new">Create export</ButtonLink>}
    >
      <QueryView query={exports} rows={5}>
        {(list) => (list.length === 0 ? <NoExport room={room} /> : <ExportTable exports={list} />)}
      </QueryView>
    </PageFrame>
  );
}

/** How many the plan has, and what to do where that is not enough. */
function Room({ room }: { readonly room: PlanRoom | undefined }) {
  const { may } = useSignedIn();
  if (room === undefined || room.limit === null || room.limit === 0) return null;
  return (
    <>
      {room.used} of {room.limit} exports of your plan used.
      {room.isFull && (
        <>
          {' '}
          Delete one to create another, or{' '}
          {may('billing:manage') ? (
            <TextLink to="/settings/billing">change the plan</TextLink>
          ) : (
            'ask an Owner to upgrade'
          )}
          .
        </>
      )}
    </>
  );
}

function NoExport({ room }: { readonly room: PlanRoom | undefined }) {
  const { may } = useSignedIn();
  if (room?.isFull === true) {
    return (
      <EmptyState
        icon="download"
        title={`The ${room.plan} plan doesn't include scheduled exports`}
        action={
          may('billing:manage') && <ButtonLink to="/settings/billing">Compare plans</ButtonLink>
        }
      >
        You can still download search results from the Search page.
        {!may('billing:manage') && ' An Owner can change the plan.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="download"
      title="No exports yet"
      action={<ButtonLink to="/exports/new">Create export</ButtonLink>}
    >
      <Text component="p" m={0}>
        Events are deleted when retention ends. An <b>archive</b> first writes every event to a file
        exactly once, late events included, and can be restored. A <b>report</b> writes a query's
        result on a schedule, such as yesterday's figures every morning.
      </Text>
      {room !== undefined && room.limit !== null && (
        <Text component="p" mb={0} mt="xs">
          Your plan includes {countOf(room.limit, 'export')}.
        </Text>
      )}
    </EmptyState>
  );
}
