import { Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { recentSearches } from '../../../data/recent-searches.ts';
import { QueryField } from '../../../query/editor/query-field.tsx';
import { useKnownData } from '../../../query/editor/use-known-data.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import type { ExportForm } from '../logic/export-form.ts';
import classes from './editor.module.css';
import type { ExportFieldProps } from './field-props.ts';
import { Step } from './step.tsx';

interface WhatFieldsProps extends ExportFieldProps {
  /** What kind it is, and where it begins, is decided once. */
  readonly isNew: boolean;
  /** Requests the preview now. */
  readonly onRun: () => void;
}

const ABOUT = {
  archive:
    'Writes every matching event exactly once. Late events are included, without duplicates. The query can filter and transform events, but not aggregate them or set a time range.',
  report: "Writes the query's current result on every run. Any query works.",
} as const;

export function WhatFields(props: WhatFieldsProps) {
  const { form, problemOf, onChange, isNew } = props;
  return (
    <Step number={1} title="Data">
      <TextInput
        label="Name"
        required
        placeholder="All events, 7 years"
        maxLength={LIMITS.exports.nameCharactersMax}
        value={form.name}
        error={problemOf('name')}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
      />
      {isNew && (
        <SegmentedControl
          w="fit-content"
          aria-label="Export type"
          value={form.mode}
          data={[
            { value: 'archive', label: 'Archive' },
            { value: 'report', label: 'Report' },
          ]}
          onChange={(mode) => onChange({ ...form, mode })}
        />
      )}
      <Text size="xs" c="dimmed">
        {ABOUT[form.mode]}
      </Text>
      <Query {...props} />
      {form.mode === 'report' && <Range form={form} problemOf={problemOf} onChange={onChange} />}
      {form.mode === 'archive' && isNew && (
        <Start form={form} problemOf={problemOf} onChange={onChange} />
      )}
      <TextInput
        label="Description"
        maxLength={LIMITS.exports.descriptionCharactersMax}
        value={form.description}
        error={problemOf('description')}
        onChange={(event) => onChange({ ...form, description: event.currentTarget.value })}
      />
    </Step>
  );
}

function Query({ form, problemOf, onChange, onRun }: WhatFieldsProps) {
  const { organization } = useSignedIn();
  const timeZone = useTimeZone();
  const { known, learn } = useKnownData(organization.id, undefined);
  const problem = problemOf('query');
  return (
    <div>
      <div className={classes['query']} data-invalid={problem !== undefined || undefined}>
        <QueryField
          draft={form.query}
          onChange={(query) => onChange({ ...form, query })}
          onRun={onRun}
          onFocus={learn}
          past={() => recentSearches(organization.id)}
          known={known}
          timeZone={timeZone}
          onReady={ignore}
        />
      </div>
      {problem !== undefined && (
        <Text size="xs" c="var(--xp-danger)" mt={4} role="alert">
          {problem}
        </Text>
      )}
    </div>
  );
}

function ignore(): void {
  // Nothing on this page moves the caret into the query.
}

function Range({ form, problemOf, onChange }: ExportFieldProps) {
  const textOf = (name: 'earliest' | 'latest') => ({
    value: form[name],
    error: problemOf(name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...form, [name]: event.currentTarget.value } satisfies ExportForm),
  });
  return (
    <Group grow align="flex-start">
      <TextInput label="From" description="Relative to the run time." {...textOf('earliest')} />
      <TextInput label="To" description="E.g. now, or @d for midnight." {...textOf('latest')} />
    </Group>
  );
}

/** Empty: from now on. An earlier time also exports the events stored since then. */
function Start({ form, problemOf, onChange }: ExportFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      label="Backfill from"
      description="In your browser's time zone. Default: no backfill. Past events are exported one day at a time."
      w="fit-content"
      value={form.startAt}
      error={problemOf('startAt')}
      onChange={(event) => onChange({ ...form, startAt: event.currentTarget.value })}
    />
  );
}
