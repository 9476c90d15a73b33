import { Button, Fieldset, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { type DatasetForm, EMPTY_DATASET } from './model-form.ts';
import { RowAction } from '../../parts/row-action.tsx';

const limits = LIMITS.dataModels;

interface DatasetsProps {
  readonly datasets: readonly DatasetForm[];
  readonly isReadOnly: boolean;
  readonly onChange: (datasets: readonly DatasetForm[]) => void;
}

export function Datasets({ datasets, isReadOnly, onChange }: DatasetsProps) {
  return (
    <Stack gap="sm">
      {datasets.map((dataset, at) => (
        <DatasetFields
          // They have no other identity: names change as they are typed.
          key={at}
          place={at}
          dataset={dataset}
          parents={datasets.slice(0, at).map(({ name }) => name.trim())}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange(datasets.with(at, next))}
          {...(datasets.length > 1 && !isReadOnly
            ? { onRemove: () => onChange(datasets.toSpliced(at, 1)) }
            : {})}
        />
      ))}
      {!isReadOnly && (
        <Group>
          <Button
            variant="default"
            disabled={datasets.length >= limits.datasetsMax}
            onClick={() => onChange([...datasets, EMPTY_DATASET])}
          >
            Add dataset
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface DatasetFieldsProps {
  readonly place: number;
  readonly dataset: DatasetForm;
  readonly parents: readonly string[];
  readonly isReadOnly: boolean;
  readonly onChange: (dataset: DatasetForm) => void;
  readonly onRemove?: () => void;
}

function DatasetFields(props: DatasetFieldsProps) {
  const { place, dataset, parents, isReadOnly, onChange, onRemove } = props;
  const known = new Set([...parents, dataset.parent].filter((name) => name !== ''));
  return (
    <Fieldset legend={`Dataset ${place + 1}`}>
      <Stack gap="sm">
        <Group grow align="flex-start">
          <TextInput
            label="Dataset name"
            required
            readOnly={isReadOnly}
            classNames={{ input: 'xp-mono' }}
            maxLength={limits.nameCharactersMax}
            value={dataset.name}
            onChange={(event) => onChange({ ...dataset, name: event.currentTarget.value })}
          />
          <NativeSelect
            label="Parent dataset"
            disabled={isReadOnly || known.size === 0}
            value={dataset.parent}
            data={[{ value: '', label: 'None' }, ...known]}
            onChange={(event) => onChange({ ...dataset, parent: event.currentTarget.value })}
          />
        </Group>
        <TextInput
          label="Search"
          description="A search without pipes that selects the events. Default: all events, or all events of the parent."
          placeholder="index=sso event=login"
          readOnly={isReadOnly}
          classNames={{ input: 'xp-mono' }}
          maxLength={limits.searchCharactersMax}
          value={dataset.search}
          onChange={(event) => onChange({ ...dataset, search: event.currentTarget.value })}
        />
        <Textarea
          label="Fields"
          description="One per line, as name = eval expression. Default: the field of the event with this name."
          placeholder="user = coalesce(user, email)"
          autosize
          minRows={2}
          maxRows={16}
          spellCheck={false}
          readOnly={isReadOnly}
          classNames={{ input: 'xp-mono' }}
          value={dataset.fields}
          onChange={(event) => onChange({ ...dataset, fields: event.currentTarget.value })}
        />
        {onRemove !== undefined && (
          <Group justify="flex-end">
            <RowAction label={`Remove dataset ${place + 1}`} isDanger onClick={onRemove}>
              Remove
            </RowAction>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
