import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { readGiven } from '../logic/given-export.ts';
import { usePlanRoom } from '../use-plan-room.ts';
import { ExportEditor } from './export-editor.tsx';

const route = getRouteApi('/signed-in/exports/new');

/** An export that is not there yet, with what the address brings along. */
export function NewExportPage() {
  const given = route.useSearch();
  const before = useMemo(() => readGiven(given), [given]);
  const room = usePlanRoom();
  if (room?.isFull === true) {
    return (
      <EmptyState
        icon="download"
        title="Export limit of your plan reached"
        order={1}
        action={<ButtonLink to="/exports">Back to exports</ButtonLink>}
      >
        {room.used} of {room.limit} exports used. Existing exports keep running.
      </EmptyState>
    );
  }
  return <ExportEditor key={JSON.stringify(before)} before={before} />;
}
