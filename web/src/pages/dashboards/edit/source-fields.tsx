/** The source of a panel's rows: its own query, or a search that several panels share. */
import { Button, Group, NativeSelect, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { CompleteDefinition } from '../../../../../src/contract/definition-form.ts';
import { Icon } from '../../../parts/icons.tsx';
import { CodeBlock } from '../../../parts/code-text.tsx';
import type { QueryPanel } from '../logic/fill-definition.ts';
import type { PanelProblem } from '../logic/panel-problem.ts';
import { sampleVariables } from '../logic/sample-variables.ts';
import { QueryBox } from './query-box.tsx';

export interface SourceFieldsProps {
  readonly panel: QueryPanel;
  readonly draft: CompleteDefinition;
  readonly problem: PanelProblem | undefined;
  readonly onChange: (panel: QueryPanel) => void;
  readonly onRun: () => void;
}

export function SourceFields(props: SourceFieldsProps) {
  const { panel, draft, onChange, onRun } = props;
  const isShared = panel.search !== null;
  const hasSearches = draft.searches.length > 0;
  return (
    <>
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Data source"
          value={isShared ? 'search' : 'query'}
          data={[
            { value: 'query', label: 'Query' },
            { value: 'search', label: 'Shared search', disabled: !hasSearches && !isShared },
          ]}
          onChange={(kind) => onChange(withSource(panel, kind === 'search', draft))}
        />
        <Button
          size="compact-sm"
          leftSection={<Icon name="play" size={12} />}
          title="Ctrl+Enter"
          onClick={onRun}
        >
          Run
        </Button>
      </Group>
      {isShared ? <SharedFields {...props} /> : <QueryFields {...props} />}
      {!isShared && <TimeFields panel={panel} onChange={onChange} />}
    </>
  );
}

/** Input for one kind of source is not carried over to the other. */
function withSource(
  panel: QueryPanel,
  isShared: boolean,
  { searches }: CompleteDefinition,
): QueryPanel {
  // oxlint-disable-next-line unicorn/no-thenable -- A field of the wire.
  const none = { query: null, search: null, then: null };
  if (!isShared) return { ...panel, ...none, query: '*' };
  return { ...panel, ...none, search: searches[0]?.id ?? '', time: null };
}

function QueryFields({ panel, draft, problem, onChange, onRun }: SourceFieldsProps) {
  const variables = useMemo(() => sampleVariables(draft.variables), [draft.variables]);
  return (
    <QueryBox
      label="Query"
      hint={variableHint(draft)}
      query={panel.query ?? ''}
      variables={variables}
      error={problem?.field === 'query' ? problem.message : undefined}
      onChange={(query) => onChange({ ...panel, query })}
      onRun={onRun}
    />
  );
}

function variableHint({ variables }: CompleteDefinition): string {
  const names = variables.map(({ name }) => `$${name}$`).join(', ');
  return names === ''
    ? 'Press Ctrl+Enter to run. The dashboard sets the time range.'
    : `Press Ctrl+Enter to run. The dashboard sets the time range and the variables ${names}.`;
}

function SharedFields({ panel, draft, problem, onChange, onRun }: SourceFieldsProps) {
  const variables = useMemo(() => sampleVariables(draft.variables), [draft.variables]);
  const chosen = draft.searches.find(({ id }) => id === panel.search);
  return (
    <>
      <NativeSelect
        label="Shared search"
        value={panel.search ?? ''}
        error={problem?.field === 'search' ? problem.message : undefined}
        data={[
          ...(chosen === undefined
            ? [{ value: panel.search ?? '', label: 'Select a shared search' }]
            : []),
          ...draft.searches.map(({ id }) => ({ value: id, label: id })),
        ]}
        onChange={(event) => onChange({ ...panel, search: event.currentTarget.value })}
      />
      {chosen !== undefined && <CodeBlock text={chosen.query} what="query" />}
      <QueryBox
        label="Further commands"
        hint="Applied to its rows, e.g. where status>=500 | stats sum(count)."
        query={panel.then ?? ''}
        variables={variables}
        error={problem?.field === 'then' ? problem.message : undefined}
        onChange={(text) => {
          // oxlint-disable-next-line unicorn/no-thenable -- A field of the wire.
          onChange({ ...panel, then: text.trim() === '' ? null : text });
        }}
        onRun={onRun}
      />
    </>
  );
}

function TimeFields({ panel, onChange }: Pick<SourceFieldsProps, 'panel' | 'onChange'>) {
  const { time } = panel;
  const set = (part: Partial<NonNullable<typeof time>>): void =>
    onChange({ ...panel, time: { earliest: '-24h', latest: 'now', ...time, ...part } });
  return (
    <Group align="flex-end" gap="sm">
      <Switch
        label="Override time range"
        checked={time !== null}
        onChange={(event) => {
          if (event.currentTarget.checked) set({});
          else onChange({ ...panel, time: null });
        }}
      />
      {time !== null && (
        <>
          <TextInput
            label="From"
            w={120}
            value={time.earliest}
            onChange={(event) => set({ earliest: event.currentTarget.value })}
          />
          <TextInput
            label="To"
            w={120}
            value={time.latest}
            onChange={(event) => set({ latest: event.currentTarget.value })}
          />
        </>
      )}
    </Group>
  );
}
