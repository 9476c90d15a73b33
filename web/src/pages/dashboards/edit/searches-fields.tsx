import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { CompleteDefinition } from '../../../../../src/contract/definition-form.ts';
import type { Variables } from '../../../../../src/language/index.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { Icon } from '../../../parts/icons.tsx';
import { newElementId } from '../../../query/panel/panel-form.ts';
import { hasQuery } from '../logic/fill-definition.ts';
import { sampleVariables } from '../logic/sample-variables.ts';
import { QueryBox } from './query-box.tsx';
import type { SettingsProps } from './settings-props.ts';

/** Searches that several panels build on: run once, regardless of the number of panels. */
export function SearchesFields({ draft, onChange }: SettingsProps) {
  const { searches } = draft;
  const variables = useMemo(() => sampleVariables(draft.variables), [draft.variables]);
  const change = (at: number, part: { readonly id?: string; readonly query?: string }): void =>
    onChange({
      ...draft,
      searches: searches.map((each, place) => (place === at ? { ...each, ...part } : each)),
    });
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        A shared search returns a table and runs once per refresh. Panels can process its rows
        further.
      </Text>
      {searches.map((search, at) => (
        <SearchItem
          key={at}
          search={search}
          users={
            draft.panels.filter((panel) => hasQuery(panel) && panel.search === search.id).length
          }
          variables={variables}
          onChange={(part) => change(at, part)}
          onRemove={() =>
            onChange({ ...draft, searches: searches.filter((_, place) => place !== at) })
          }
        />
      ))}
      {searches.length < LIMITS.dashboards.searchesMax && (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => {
            const id = newElementId(
              searches.map((each) => each.id),
              's',
            );
            onChange({
              ...draft,
              searches: [...searches, { id, query: '* | stats count by level' }],
            });
          }}
        >
          Add shared search
        </Button>
      )}
    </Stack>
  );
}

interface SearchItemProps {
  readonly search: CompleteDefinition['searches'][number];
  /** Panels that rest on it. */
  readonly users: number;
  readonly variables: Variables;
  readonly onChange: (part: { readonly id?: string; readonly query?: string }) => void;
  readonly onRemove: () => void;
}

function SearchItem({ search, users, variables, onChange, onRemove }: SearchItemProps) {
  return (
    <div className="de-item">
      <Group align="flex-end" mb="xs" wrap="nowrap">
        <TextInput
          label="Name"
          description={users === 0 ? 'Not used by any panel.' : `Used by ${users}.`}
          flex={1}
          disabled={users > 0}
          maxLength={16}
          value={search.id}
          error={/^[a-z0-9]{1,16}$/.test(search.id) ? undefined : 'Use letters and digits.'}
          onChange={(event) => onChange({ id: event.currentTarget.value.toLowerCase() })}
        />
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Delete shared search ${search.id}`}
          disabled={users > 0}
          onClick={onRemove}
        >
          <Icon name="trash" size={14} />
        </ActionIcon>
      </Group>
      <QueryBox
        label="Query"
        query={search.query}
        variables={variables}
        onChange={(query) => onChange({ query })}
      />
    </div>
  );
}
