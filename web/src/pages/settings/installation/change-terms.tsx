import { NativeSelect, NumberInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrganizationTerms, RunOrganization } from '../../../../../src/contract/operator.ts';
import { PLAN_NAMES } from '../../../../../src/spec/plans.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import { changedTerms, draftOf } from './terms-draft.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';

interface ChangeTermsProps {
  readonly organization: RunOrganization;
  readonly onClose: () => void;
}

/** Edits the plan of one organization and its individual limits. */
export function ChangeTerms({ organization, onClose }: ChangeTermsProps) {
  const [draft, setDraft] = useState(() => draftOf(organization));
  const answers = useQueryClient();
  const change = useMutation({
    mutationFn: async (body: OrganizationTerms) =>
      call(api.changeOrganizationTerms, { params: { id: organization.id }, body }),
    onSuccess: async () => {
      await answers.invalidateQueries();
      sayDone('Plan changed');
      onClose();
    },
  });
  const terms = changedTerms(organization, draft);
  const asNumber = (value: number | string): number | '' => (value === '' ? '' : Number(value));
  return (
    <FormDialog
      title={`Plan of ${organization.name}`}
      onSubmit={() => {
        if (terms !== undefined) change.mutate(terms);
      }}
      onClose={onClose}
    >
      <NativeSelect
        label="Plan"
        data={[...PLAN_NAMES]}
        value={draft.plan}
        onChange={(event) => {
          const plan = PLAN_NAMES.find((name) => name === event.currentTarget.value);
          if (plan !== undefined) setDraft({ ...draft, plan });
        }}
      />
      <NumberInput
        label="Logs per day (GB)"
        description="Default: as in the plan"
        min={0}
        value={draft.dailyGigabytes}
        onChange={(value) => setDraft({ ...draft, dailyGigabytes: asNumber(value) })}
      />
      <NumberInput
        label="AI credits per month"
        description="Default: as in the plan"
        min={0}
        allowDecimal={false}
        value={draft.monthlyCredits}
        onChange={(value) => setDraft({ ...draft, monthlyCredits: asNumber(value) })}
      />
      <FormEnd
        error={change.error}
        isBusy={change.isPending}
        isDisabled={terms === undefined}
        onCancel={onClose}
      >
        Change plan
      </FormEnd>
    </FormDialog>
  );
}
