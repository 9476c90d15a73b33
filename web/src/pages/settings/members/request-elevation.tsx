import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import type { Role } from '../../../../../src/spec/roles.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import { roleName } from '../../../shell/role-names.ts';
import { elevationsQuery } from '../../../shell/signed-in.tsx';

const MINUTE_MS = 60_000;

interface RequestElevationProps {
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function RequestElevation({ roles, onClose }: RequestElevationProps) {
  const [role, setRole] = useState<Role>(roles.at(-1) ?? 'admin');
  const [minutes, setMinutes] = useState<number | string>(60);
  const [reason, setReason] = useState('');
  const answers = useQueryClient();
  const ask = useMutation({
    mutationFn: async () =>
      call(api.requestElevation, {
        body: { role, minutes: Number(minutes), reason: reason.trim() },
      }),
    onSuccess: async () => {
      await answers.invalidateQueries(elevationsQuery);
      sayDone('Request sent');
      onClose();
    },
  });
  return (
    <FormDialog title="Request a temporary role" onSubmit={() => ask.mutate()} onClose={onClose}>
      <NativeSelect
        label="Role"
        data={roles.map((each) => ({ value: each, label: roleName(each) }))}
        value={role}
        onChange={(event) =>
          setRole(roles.find((each) => each === event.currentTarget.value) ?? role)
        }
      />
      <NumberInput
        label="Duration (minutes)"
        min={LIMITS.organizations.elevationMsMin / MINUTE_MS}
        max={LIMITS.organizations.elevationMsMax / MINUTE_MS}
        allowDecimal={false}
        value={minutes}
        error={fieldError(ask.error, 'minutes')}
        onChange={setMinutes}
      />
      <TextInput
        label="Reason"
        required
        value={reason}
        error={fieldError(ask.error, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormEnd error={ask.error} fields={['minutes', 'reason']} isBusy={ask.isPending}>
        Send request
      </FormEnd>
    </FormDialog>
  );
}
