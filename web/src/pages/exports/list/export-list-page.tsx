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
          Events, or what a query answers, as files, again and again. <Room room={room} />
        </>
      }
      actions={room?.isFull !== true && <ButtonLink to="/exports/new">New export</ButtonLink>}
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
      {room.used} of the {room.limit} of your plan are used.
      {room.isFull && (
        <>
          {' '}
          Delete one to make another, or{' '}
          {may('billing:manage') ? (
            <TextLink to="/settings/billing">change the plan</TextLink>
          ) : (
            'ask an Owner for a larger plan'
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
        title={`The ${room.plan} plan has no scheduled exports`}
        action={
          may('billing:manage') && (
            <ButtonLink to="/settings/billing">See what other plans have</ButtonLink>
          )
        }
      >
        What a search finds can still be downloaded once, from the search page.
        {!may('billing:manage') && ' An Owner can change the plan.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="download"
      title="Nothing is exported"
      action={<ButtonLink to="/exports/new">Make the first export</ButtonLink>}
    >
      <Text component="p" m={0}>
        Events are gone when their index forgets them. An <b>archive</b> writes every event into
        exactly one file before, late ones too, and can be read back. A <b>report</b> writes what a
        query answers, such as the figures of yesterday, every morning.
      </Text>
      {room !== undefined && room.limit !== null && (
        <Text component="p" mb={0} mt="xs">
          Your plan has {countOf(room.limit, 'export')}.
        </Text>
      )}
    </EmptyState>
  );
}
