import { Button, Group, MultiSelect, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import type { ReportDraft } from '../../../../../src/contract/dashboard-reports.ts';
import { REPORT_FREQUENCIES, WEEKDAYS } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { membersQuery } from '../../../data/members-query.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { reportsQuery } from './reports-query.ts';

interface ReportFormProps {
  readonly dashboard: Dashboard;
  readonly onDone: () => void;
}

type Schedule = ReportDraft['schedule'];

const FREQUENCY_WORDS = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' };
/** The time range of each frequency, so that nothing is omitted or reported twice. */
const RANGES = {
  daily: { earliest: '-1d@d', latest: '@d' },
  weekly: { earliest: '-7d@d', latest: '@d' },
  monthly: { earliest: '-1mon@mon', latest: '@mon' },
} as const;

export function ReportForm({ dashboard, onDone }: ReportFormProps) {
  const { user } = useSignedIn();
  const answers = useQueryClient();
  const { id, definition } = dashboard;
  const [name, setName] = useState(definition.name);
  const [schedule, setSchedule] = useState<Schedule>({ every: 'weekly', at: '08:00' });
  const [recipients, setRecipients] = useState<string[]>([user.email]);
  const create = useMutation({
    mutationFn: async () => {
      const body = { name: name.trim(), schedule, recipients, ...RANGES[schedule.every] };
      return call(api.createReport, { params: { id }, body });
    },
    onSuccess: async () => {
      await answers.invalidateQueries(reportsQuery(id));
      sayDone('Report created');
      onDone();
    },
  });
  return (
    <form
      aria-label="New report"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          maxLength={LIMITS.dashboards.nameCharactersMax}
          value={name}
          error={fieldError(create.error, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ScheduleFields schedule={schedule} onChange={setSchedule} />
        <RecipientsField
          recipients={recipients}
          error={fieldError(create.error, 'recipients')}
          onChange={setRecipients}
        />
        <ErrorNotice error={create.error} fields={['name', 'recipients']} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={recipients.length === 0 || name.trim() === ''}
          >
            Create report
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ScheduleFieldsProps {
  readonly schedule: Schedule;
  readonly onChange: (schedule: Schedule) => void;
}

function ScheduleFields({ schedule, onChange }: ScheduleFieldsProps) {
  const timeZone = useTimeZone();
  const { every, at, weekday, day } = schedule;
  return (
    <>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Frequency"
          value={every}
          data={REPORT_FREQUENCIES.map((value) => ({ value, label: FREQUENCY_WORDS[value] }))}
          onChange={(event) => {
            const next = REPORT_FREQUENCIES.find((each) => each === event.currentTarget.value);
            if (next !== undefined) onChange({ every: next, at });
          }}
        />
        {every === 'weekly' && (
          <NativeSelect
            label="Day"
            value={weekday ?? 'monday'}
            data={WEEKDAYS.map((value) => ({
              value,
              label: value.charAt(0).toUpperCase() + value.slice(1),
            }))}
            onChange={(event) => {
              const next = WEEKDAYS.find((each) => each === event.currentTarget.value);
              if (next !== undefined) onChange({ ...schedule, weekday: next });
            }}
          />
        )}
        {every === 'monthly' && (
          <NativeSelect
            label="Day of month"
            value={String(day ?? 1)}
            data={Array.from({ length: 28 }, (_, place) => String(place + 1))}
            onChange={(event) => onChange({ ...schedule, day: Number(event.currentTarget.value) })}
          />
        )}
        <TextInput
          label="Time"
          type="time"
          required
          value={at}
          onChange={(event) => onChange({ ...schedule, at: event.currentTarget.value.slice(0, 5) })}
        />
      </Group>
      <Text size="xs" c="dimmed">
        In the dashboard's time zone. Default: the organization's ({timeZone}). Each report covers
        the previous {every === 'daily' ? 'day' : every === 'weekly' ? 'week' : 'month'}.
      </Text>
    </>
  );
}

interface RecipientsFieldProps {
  readonly recipients: string[];
  readonly error: string | undefined;
  readonly onChange: (recipients: string[]) => void;
}

/** Users who cannot see the members can only choose themselves. */
function RecipientsField({ recipients, error, onChange }: RecipientsFieldProps) {
  const { may, user } = useSignedIn();
  const members = useQuery({ ...membersQuery, enabled: may('roles:read') });
  const known = (members.data ?? []).map(({ email }) => email);
  return (
    <MultiSelect
      label="Recipients"
      description="Members of the organization."
      data={[...new Set([user.email, ...known])]}
      searchable
      maxValues={LIMITS.dashboards.recipientsMax}
      value={recipients}
      error={error}
      onChange={onChange}
    />
  );
}
