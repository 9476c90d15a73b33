import { Autocomplete, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usualUnit } from '../../../../../src/contract/kpi-form.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import {
  AGGREGATE_FUNCTIONS,
  FIELDLESS_FUNCTIONS,
  MEASURE_KINDS,
  type MeasureKind,
} from '../../../../../src/spec/services.ts';
import { fieldsQuery } from '../../../query/read/use-views.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { type KpiForm, measureOf } from '../logic/kpi-draft.ts';
import { FUNCTION_WORDS } from '../logic/measure-words.ts';
import type { KpiFieldProps } from './kpi-field-props.ts';

const limits = LIMITS.services;

const KIND_WORDS: Readonly<Record<MeasureKind, string>> = {
  ratio: 'Bad events ratio',
  aggregate: 'Aggregation',
  query: 'Custom query',
};

export function MeasureFields(props: KpiFieldProps) {
  const { form, problemOf, onChange } = props;
  return (
    <>
      <SegmentedControl
        aria-label="Measurement type"
        w="fit-content"
        value={form.kind}
        data={MEASURE_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))}
        onChange={(kind) => onChange(withUsualUnit(form, { ...form, kind }))}
      />
      {form.kind === 'ratio' && <Search {...props} name="bad" label="Bad events filter" isNeeded />}
      {form.kind === 'aggregate' && <AggregateFields {...props} />}
      {form.kind === 'query' && (
        <Textarea
          label="Query"
          required
          description="The first row must contain value, or good and total. The service's event filter isn't applied."
          placeholder="service=checkout | stats avg(duration_ms) AS value"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={LIMITS.query.textCharactersMax}
          classNames={{ input: 'xp-mono' }}
          spellCheck={false}
          value={form.query}
          error={problemOf('measure.query') ?? problemOf('measure')}
          onChange={(event) => onChange({ ...form, query: event.currentTarget.value })}
        />
      )}
      <TextInput
        label="Unit"
        description="Shown after the value, e.g. %, ms, s, bytes, /s."
        w={200}
        maxLength={limits.unitCharactersMax}
        value={form.unit}
        error={problemOf('unit')}
        onChange={(event) => onChange({ ...form, unit: event.currentTarget.value })}
      />
    </>
  );
}

/** A unit that the user has not edited follows the measure. */
function withUsualUnit(before: KpiForm, after: KpiForm): KpiForm {
  const isOwn = before.unit !== '' && before.unit !== usualUnit(measureOf(before));
  return isOwn ? after : { ...after, unit: usualUnit(measureOf(after)) };
}

function AggregateFields(props: KpiFieldProps) {
  const { form, problemOf, onChange } = props;
  const { organization } = useSignedIn();
  const known = useQuery({
    ...fieldsQuery({
      organization: organization.id,
      query: '',
      earliest: '-24h',
      latest: 'now',
      run: 0,
    }),
    staleTime: 5 * 60_000,
  });
  const names = (known.data?.fields ?? []).map(({ name }) => name);
  return (
    <>
      <NativeSelect
        label="Aggregation"
        value={form.function}
        data={AGGREGATE_FUNCTIONS.map((each) => ({ value: each, label: FUNCTION_WORDS[each] }))}
        error={problemOf('measure.function')}
        onChange={(event) => {
          const next = AGGREGATE_FUNCTIONS.find((each) => each === event.currentTarget.value);
          if (next !== undefined) onChange(withUsualUnit(form, { ...form, function: next }));
        }}
      />
      {!FIELDLESS_FUNCTIONS.has(form.function) && (
        <Autocomplete
          label="Field"
          required
          placeholder="duration_ms"
          limit={30}
          maxLength={limits.fieldCharactersMax}
          data={[...new Set(names)]}
          value={form.field}
          error={problemOf('measure.field')}
          onChange={(field) => onChange({ ...form, field })}
        />
      )}
      <Search {...props} name="where" label="Event filter" isNeeded={false} />
    </>
  );
}

interface SearchProps extends KpiFieldProps {
  readonly name: 'bad' | 'where';
  readonly label: string;
  readonly isNeeded: boolean;
}

function Search({ form, problemOf, onChange, name, label, isNeeded }: SearchProps) {
  return (
    <TextInput
      label={label}
      required={isNeeded}
      description="Applied on top of the service's event filter."
      placeholder={name === 'bad' ? 'level=error' : 'path=/order'}
      maxLength={limits.selectorCharactersMax}
      classNames={{ input: 'xp-mono' }}
      spellCheck={false}
      value={form[name]}
      error={problemOf(`measure.${name}`)}
      onChange={(event) => onChange({ ...form, [name]: event.currentTarget.value })}
    />
  );
}
