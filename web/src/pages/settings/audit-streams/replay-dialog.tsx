import { Group, NumberInput, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditStream } from '../../../../../src/contract/audit-streams.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { fieldError } from '../../../parts/field-error.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { streamsQuery } from './streams-query.ts';

interface ReplayDialogProps {
  readonly stream: AuditStream;
  readonly onClose: () => void;
}

/** Sends a range of entries once more. Rendered while it is open. */
export function ReplayDialog({ stream, onClose }: ReplayDialogProps) {
  const answers = useQueryClient();
  const [from, setFrom] = useState<number | string>(1);
  const [to, setTo] = useState<number | string>(Math.max(1, stream.sentTo));
  const replay = useMutation({
    mutationFn: async () =>
      call(api.replayAuditStream, {
        params: { id: stream.id },
        body: { from: Number(from), to: Number(to) },
      }),
    onSuccess: async () => {
      await answers.invalidateQueries(streamsQuery);
      sayDone('Replay started');
      onClose();
    },
  });
  const bounds = { min: 1, allowDecimal: false, allowNegative: false, required: true } as const;
  return (
    <FormDialog
      title={`Replay entries to ${stream.name}`}
      onSubmit={() => replay.mutate()}
      onClose={onClose}
    >
      <Text>Xplain sends these entries again, in order, before new ones.</Text>
      <Group grow align="flex-start">
        <NumberInput
          label="First entry"
          data-autofocus
          {...bounds}
          value={from}
          error={fieldError(replay.error, 'from')}
          onChange={setFrom}
        />
        <NumberInput
          label="Last entry"
          {...bounds}
          value={to}
          error={fieldError(replay.error, 'to')}
          onChange={setTo}
        />
      </Group>
      <FormEnd
        error={replay.error}
        fields={['from', 'to']}
        isBusy={replay.isPending}
        isDisabled={from === '' || to === ''}
      >
        Replay entries
      </FormEnd>
    </FormDialog>
  );
}
