import { TagsInput, TextInput } from '@mantine/core';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { useKnownData } from '../../../query/editor/use-known-data.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';

interface GroupFieldProps {
  readonly label?: string;
  readonly description: string;
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (fields: string[]) => void;
}

/** The fields that define the groups. */
export function GroupField({
  label = 'Group by',
  description,
  value,
  error,
  onChange,
}: GroupFieldProps) {
  const { organization } = useSignedIn();
  const { known, learn } = useKnownData(organization.id, undefined);
  return (
    <TagsInput
      label={label}
      description={description}
      placeholder={value.length === 0 ? 'host' : ''}
      data={[...known.fields]}
      limit={50}
      value={[...value]}
      maxTags={LIMITS.alerts.groupFieldsMax}
      error={error}
      onFocus={learn}
      onChange={onChange}
    />
  );
}

interface ColumnFieldProps {
  /** The query gives a table: then a column must be named. */
  readonly isTable: boolean;
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (column: string | undefined) => void;
}

/** The column of the table that is evaluated; hidden if events are counted. */
export function ColumnField({ isTable, value, error, onChange }: ColumnFieldProps) {
  const isCount = value === undefined || value === 'count';
  if (!isTable && isCount && error === undefined) return null;
  return (
    <TextInput
      label="Value column"
      description="A column of the query's result table."
      placeholder="count"
      value={value ?? ''}
      error={error}
      onChange={(event) => {
        const text = event.currentTarget.value;
        onChange(text === '' ? undefined : text);
      }}
    />
  );
}
