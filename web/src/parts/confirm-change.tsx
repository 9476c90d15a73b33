import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { sayDone } from './ready-notice.ts';

interface ConfirmChangeProps extends Omit<ConfirmDialogProps, 'isBusy' | 'error' | 'onConfirm'> {
  readonly change: () => Promise<unknown>;
  /** Invalidated and reloaded afterwards. */
  readonly stale: { readonly queryKey: QueryKey };
  /** Confirmation message; omitted if the effect is visible. */
  readonly done?: string;
}

/** Confirms, makes the change, reports it and closes. Rendered while it is open. */
export function ConfirmChange({ change, stale, done, ...dialog }: ConfirmChangeProps) {
  const answers = useQueryClient();
  const confirmed = useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await answers.invalidateQueries(stale);
      if (done !== undefined) sayDone(done);
      dialog.onClose();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      isBusy={confirmed.isPending}
      error={confirmed.error}
      onConfirm={() => confirmed.mutate()}
    />
  );
}
