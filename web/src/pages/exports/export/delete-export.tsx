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
      done={'Export deleted'}
      onClose={onClose}
    >
      This deletes <b>{name}</b> and its run history.{' '}
      {isKept
        ? 'Its files in Xplain storage are deleted, too. Download the ones you need first.'
        : 'Its files stay at the destination. Save the signing key first: without it, the files can only be restored as unsigned.'}
    </ConfirmChange>
  );
}
