import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { Icon } from '../../../parts/icons.tsx';
import { newElementId } from '../../../query/panel/new-panel.ts';
import { hasQuery } from '../logic/fill-definition.ts';
import { sampleVariables } from '../logic/sample-variables.ts';
import { QueryBox } from './query-box.tsx';
import type { SettingsProps } from './settings-dialog.tsx';

/** Searches that several panels go on from: read once, however many rest on them. */
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
        A shared search ends in a table and is read once for a refresh; panels go on from its rows.
      </Text>
      {searches.map((search, at) => {
        const users = draft.panels.filter((panel) => hasQuery(panel) && panel.search === search.id);
        return (
          <div key={at} className="de-item">
            <Group align="flex-end" mb="xs" wrap="nowrap">
              <TextInput
                label="Name"
                description={users.length === 0 ? 'No panel uses it.' : `Used by ${users.length}.`}
                flex={1}
                disabled={users.length > 0}
                maxLength={16}
                value={search.id}
                error={/^[a-z0-9]{1,16}$/.test(search.id) ? undefined : 'Letters and digits.'}
                onChange={(event) => change(at, { id: event.currentTarget.value.toLowerCase() })}
              />
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Delete shared search ${search.id}`}
                disabled={users.length > 0}
                onClick={() =>
                  onChange({ ...draft, searches: searches.filter((_, place) => place !== at) })
                }
              >
                <Icon name="trash" size={14} />
              </ActionIcon>
            </Group>
            <QueryBox
              label="Query"
              query={search.query}
              variables={variables}
              onChange={(query) => change(at, { query })}
            />
          </div>
        );
      })}
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
