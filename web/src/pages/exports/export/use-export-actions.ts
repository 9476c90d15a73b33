import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { EXPORTS } from '../../../data/exports-queries.ts';
import { messageOf } from '../../../parts/error-notice.tsx';
import { sayDone, sayFailed } from '../../../parts/ready-notice.ts';

type ExportAction = 'run' | 'retry' | 'cancel' | 'enable' | 'disable';

const ENDPOINTS = {
  run: api.runExport,
  retry: api.retryExportRun,
  cancel: api.cancelExportRun,
  enable: api.enableExport,
  disable: api.disableExport,
} as const;

const DONE: Readonly<Record<ExportAction, string>> = {
  run: 'Run started',
  retry: 'Retry started',
  cancel: 'Run cancelled',
  enable: 'Export enabled',
  disable: 'Export disabled',
};

/** One-click actions of an export; the outcome is shown as a notification. */
export function useExportActions({ id }: Pick<ScheduledExport, 'id'>) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (action: ExportAction): Promise<void> => {
      await call<{ readonly params: { readonly id: string } }, unknown>(ENDPOINTS[action], {
        params: { id },
      });
    },
    onSuccess: (_, action) => sayDone(DONE[action]),
    onError: (error) => sayFailed(messageOf(error)),
    onSettled: async () => answers.invalidateQueries(EXPORTS),
  });
}

/** What a run that has not ended, or none, leaves to be done, in the order in which it is offered. */
export function actionsFor({
  running,
  health,
  enabled,
}: Pick<ScheduledExport, 'running' | 'health' | 'enabled'>): readonly ExportAction[] {
  const isTried = health === 'retrying' || health === 'failing';
  const runs: readonly ExportAction[] =
    running === null ? ['run'] : isTried ? ['retry', 'cancel'] : ['cancel'];
  return [...runs, enabled ? 'disable' : 'enable'];
}

export const ACTION_LABELS: Readonly<Record<ExportAction, string>> = {
  run: 'Run now',
  retry: 'Retry now',
  cancel: 'Cancel run',
  enable: 'Enable',
  disable: 'Disable',
};
