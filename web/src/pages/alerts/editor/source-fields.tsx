import { Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { recentSearches } from '../../../data/recent-searches.ts';
import { savedSearchesQuery } from '../../../data/saved-searches-query.ts';
import { CodeBlock } from '../../../parts/code-text.tsx';
import { QueryField } from '../../../query/editor/query-field.tsx';
import { useKnownData } from '../../../query/editor/use-known-data.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { withSetting } from '../logic/rule-draft.ts';
import classes from './editor.module.css';
import type { RuleFieldProps } from './field-props.ts';
import { Section } from './section.tsx';
import { SpanField } from './span-field.tsx';

const { alerts } = LIMITS;

interface SourceFieldsProps extends RuleFieldProps {
  readonly isReadOnly: boolean;
  /** Runs the backtest immediately. */
  readonly onRun: () => void;
}

/** The data that a rule evaluates, its time window, and its interval. */
export function SourceFields(props: SourceFieldsProps) {
  const { draft, settled, problemOf, onChange, isReadOnly } = props;
  const isSaved = draft.savedSearch !== null && draft.savedSearch !== undefined;
  return (
    <Section title="Query">
      {!isReadOnly && (
        <SegmentedControl
          w="fit-content"
          aria-label="Query source"
          value={isSaved ? 'saved' : 'query'}
          data={[
            { value: 'query', label: 'New query' },
            { value: 'saved', label: 'Saved search' },
          ]}
          onChange={(kind) => onChange({ ...draft, savedSearch: kind === 'saved' ? '' : null })}
        />
      )}
      {isSaved ? <SavedSearch {...props} /> : <Query {...props} />}
      <Group grow align="flex-start">
        <SpanField
          label="Window"
          value={draft.window}
          usual={settled.window}
          min={1}
          max={alerts.windowSecondsMax}
          error={problemOf('window')}
          onChange={(window) => onChange(withSetting(draft, 'window', window))}
        />
        <SpanField
          label="Check interval"
          value={draft.interval}
          usual={settled.interval}
          min={
            draft.condition.kind === 'verdict'
              ? alerts.verdictIntervalSecondsMin
              : alerts.intervalSecondsMin
          }
          max={alerts.intervalSecondsMax}
          error={problemOf('interval')}
          onChange={(interval) => onChange(withSetting(draft, 'interval', interval))}
        />
      </Group>
    </Section>
  );
}

function Query({ draft, problemOf, onChange, isReadOnly, onRun }: SourceFieldsProps) {
  const { organization } = useSignedIn();
  const timeZone = useTimeZone();
  const { known, learn } = useKnownData(organization.id, undefined);
  const problem = problemOf('query');
  const query = draft.query ?? '';
  if (isReadOnly) return <CodeBlock text={query} what="query" />;
  return (
    <div>
      <div className={classes['query']} data-invalid={problem !== undefined || undefined}>
        <QueryField
          draft={query}
          onChange={(text) => onChange({ ...draft, query: text })}
          onRun={onRun}
          onFocus={learn}
          past={() => recentSearches(organization.id)}
          known={known}
          timeZone={timeZone}
          onReady={ignore}
        />
      </div>
      {problem === undefined ? (
        <Text size="xs" c="dimmed" mt={4}>
          Don't set a time range in the query; the window sets it. Counts events unless a command
          such as stats returns a table.
        </Text>
      ) : (
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

function SavedSearch({ draft, problemOf, onChange, isReadOnly }: SourceFieldsProps) {
  const saved = useQuery(savedSearchesQuery);
  const list = saved.data ?? [];
  const chosen = list.find(({ id }) => id === draft.savedSearch);
  const isGone =
    saved.data !== undefined && chosen === undefined && (draft.savedSearch ?? '') !== '';
  return (
    <>
      <NativeSelect
        label="Saved search"
        description="Re-read on every check."
        disabled={isReadOnly}
        value={draft.savedSearch ?? ''}
        data={[
          { value: '', label: 'Select a saved search' },
          ...list.map(({ id, name }) => ({ value: id, label: name })),
          ...(isGone ? [{ value: draft.savedSearch ?? '', label: 'deleted' }] : []),
        ]}
        error={problemOf('savedSearch') ?? (isGone ? 'This saved search was deleted.' : undefined)}
        onChange={(event) => onChange({ ...draft, savedSearch: event.currentTarget.value })}
      />
      {chosen !== undefined && <CodeBlock text={chosen.query} what="query" />}
    </>
  );
}
