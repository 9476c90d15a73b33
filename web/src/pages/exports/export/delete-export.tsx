import { useNavigate } from '@tanstack/react-router';
import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { exportsQuery } from '../../../data/exports-queries.ts';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';

interface DeleteExportProps {
  readonly shown: ScheduledExport;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function DeleteExport({ shown, onClose }: DeleteExportProps) {
  const navigate = useNavigate();
  const { id, name, destination } = shown;
  const isKept = destination.kind === 'keep' || destination.kind === 'webhook';
  return (
    <ConfirmChange
      title="Delete export"
      action="Delete export"
      change={async () => {
        await call(api.deleteExport, { params: { id } });
        await navigate({ to: '/exports' });
      }}
      stale={exportsQuery}
      done={`${name} is deleted.`}
      onClose={onClose}
    >
      <b>{name}</b> and what is known of its runs are deleted.{' '}
      {isKept
        ? 'The files that are kept here go with it: download what you need first.'
        : 'Its files stay where they are. The key that signed them is gone then: write it down first, or they can be read back as unsigned only.'}
    </ConfirmChange>
  );
}
