import { Autocomplete, Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { everyWords, USUAL_SPANS } from '../logic/export-words.ts';
import type { ExportFieldProps } from './field-props.ts';
import { Step } from './step.tsx';

const USUAL: ReadonlySet<string> = new Set(USUAL_SPANS);

export function WhenFields(props: ExportFieldProps) {
  const { form, onChange } = props;
  return (
    <Step number={2} title="Schedule">
      <SegmentedControl
        w="fit-content"
        aria-label="Schedule type"
        value={form.timing}
        data={[
          { value: 'every', label: 'Interval' },
          { value: 'cron', label: 'Cron' },
        ]}
        onChange={(timing) => onChange({ ...form, timing })}
      />
      {form.timing === 'every' ? <Every {...props} /> : <Cron {...props} />}
    </Step>
  );
}

function Every({ form, problemOf, onChange }: ExportFieldProps) {
  const spans = USUAL.has(form.every) ? USUAL_SPANS : [form.every, ...USUAL_SPANS];
  return (
    <NativeSelect
      label="Run every"
      description="Aligned to UTC: hourly runs start on the hour."
      maw={320}
      value={form.every}
      data={spans.map((span) => ({ value: span, label: everyWords(span) }))}
      error={problemOf('schedule')}
      onChange={(event) => onChange({ ...form, every: event.currentTarget.value })}
    />
  );
}

function Cron({ form, problemOf, onChange }: ExportFieldProps) {
  const zone = useTimeZone();
  return (
    <Group grow align="flex-start">
      <TextInput
        label="Cron expression"
        description="Minute, hour, day of month, month, day of week: 0 6 * * mon-fri."
        classNames={{ input: 'xp-mono' }}
        maxLength={LIMITS.schedule.cronCharactersMax}
        value={form.cron}
        error={problemOf('schedule.cron') ?? problemOf('schedule')}
        onChange={(event) => onChange({ ...form, cron: event.currentTarget.value })}
      />
      <Autocomplete
        label="Time zone"
        description="Default: the organization's time zone."
        placeholder={zone}
        data={Intl.supportedValuesOf('timeZone')}
        limit={50}
        value={form.timeZone}
        error={problemOf('schedule.timeZone')}
        onChange={(timeZone) => onChange({ ...form, timeZone })}
      />
    </Group>
  );
}
