import { Chip, Group, Input, TextInput } from '@mantine/core';
import { WEEKDAYS } from '../../../../../src/spec/alerts.ts';
import { fieldError } from '../../../parts/field-error.ts';
import { dayName, type SilenceForm } from '../logic/silence-draft.ts';

interface SilenceTimesProps {
  readonly form: SilenceForm;
  readonly error: unknown;
  readonly onChange: (form: SilenceForm) => void;
}

/** One stretch of time, or the same hours on some days of every week. */
export function SilenceTimes({ form, error, onChange }: SilenceTimesProps) {
  if (form.kind === 'range') {
    return (
      <Group grow align="flex-start">
        <TextInput
          type="datetime-local"
          label="From"
          description="Default: now"
          value={form.from}
          error={fieldError(error, 'times.from')}
          onChange={(event) => onChange({ ...form, from: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label="To"
          description="In your browser's time zone."
          required
          value={form.to}
          error={fieldError(error, 'times.to')}
          onChange={(event) => onChange({ ...form, to: event.currentTarget.value })}
        />
      </Group>
    );
  }
  return <Weekly form={form} error={error} onChange={onChange} />;
}

function Weekly({ form, error, onChange }: SilenceTimesProps) {
  return (
    <>
      <Input.Wrapper label="Days" error={fieldError(error, 'times.days')} labelElement="div">
        <Chip.Group
          multiple
          value={[...form.days]}
          onChange={(days) =>
            onChange({ ...form, days: WEEKDAYS.filter((day) => days.includes(day)) })
          }
        >
          <Group gap={4}>
            {WEEKDAYS.map((day) => (
              <Chip key={day} value={day} size="xs">
                {dayName(day)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <Group grow align="flex-start">
        <TextInput
          type="time"
          label="From"
          required
          value={form.start}
          error={fieldError(error, 'times.start')}
          onChange={(event) => onChange({ ...form, start: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label="To"
          required
          description={form.end <= form.start ? 'On the next day.' : undefined}
          value={form.end}
          error={fieldError(error, 'times.end')}
          onChange={(event) => onChange({ ...form, end: event.currentTarget.value })}
        />
        <TextInput
          label="Time zone"
          value={form.timeZone}
          error={fieldError(error, 'times.timeZone')}
          onChange={(event) => onChange({ ...form, timeZone: event.currentTarget.value })}
        />
      </Group>
    </>
  );
}
