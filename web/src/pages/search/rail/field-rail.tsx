/** The fields of the events found, with their most frequent values: a click changes the query. */
import { Text, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import type { FieldList } from '../../../../../src/contract/search-views.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { groupFields } from '../logic/field-groups.ts';
import { formatCount } from '../../../parts/sizes.ts';
import { usePage } from '../page-context.tsx';
import { WaitingLines } from '../../../parts/waiting-lines.tsx';
import { FieldEntry } from './field-entry.tsx';

interface FieldRailProps {
  readonly list: FieldList | undefined;
  readonly isLoading: boolean;
  /** The query did not run, so that there is nothing to wait for. */
  readonly isFailed: boolean;
  readonly error: unknown;
  readonly columns: readonly string[];
  readonly onRetry: () => void;
}

export function FieldRail(props: FieldRailProps) {
  const { list, isLoading, isFailed, error, columns, onRetry } = props;
  const { preferences } = usePage();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const groups = useMemo(
    () =>
      list === undefined
        ? []
        : groupFields(list.fields, list.sampled, wanted, preferences.pinnedFields, columns),
    [list, wanted, preferences.pinnedFields, columns],
  );
  return (
    <nav className="sx-rail" aria-label="Fields" aria-busy={isLoading}>
      <TextInput
        className="sx-rail-search"
        placeholder="Search fields"
        aria-label="Search fields"
        value={search}
        onChange={(change) => setSearch(change.currentTarget.value)}
      />
      <div className="sx-rail-list">
        <ErrorNotice error={error} onRetry={onRetry} />
        {list === undefined && error === null && !isFailed && (
          <WaitingLines label="Loading fields" lines={8} />
        )}
        {isFailed && (
          <Text size="xs" c="dimmed" p="xs">
            Query failed. No fields to show
          </Text>
        )}
        {groups.map(({ title, fields }) => (
          <section key={title} aria-label={`${title} fields`}>
            <h3 className="sx-rail-title">{title}</h3>
            {fields.map((field) => (
              <FieldEntry
                key={field.name}
                field={field}
                sampled={list?.sampled ?? 0}
                isColumn={columns.includes(field.name)}
                isPinned={preferences.pinnedFields.includes(field.name)}
              />
            ))}
          </section>
        ))}
        {list !== undefined && groups.length === 0 && (
          <Text size="xs" c="dimmed" p="xs">
            {list.fields.length === 0 ? 'No events, so no fields' : 'No matching fields'}
          </Text>
        )}
        {list !== undefined && list.sampled < list.matched && (
          <Text size="xs" c="dimmed" p="xs">
            Based on the newest {formatCount(list.sampled)} of {formatCount(list.matched)} events
          </Text>
        )}
      </div>
    </nav>
  );
}
