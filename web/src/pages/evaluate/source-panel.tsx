import {
  Alert,
  Anchor,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { toSafeText } from '../../parts/log-text.ts';
import type { RowSource } from './evaluation-draft.ts';
import type { Rows } from './use-rows.ts';
import classes from './evaluate.module.css';

interface SourcePanelProps {
  readonly source: RowSource;
  readonly pasted: string | undefined;
  readonly rows: Rows;
  readonly onSource: (source: RowSource) => void;
  readonly onPasted: (text: string | undefined) => void;
}

const SHOWN_ROWS_MAX = 8;

/** Selects the source of the rows and shows the first of them. */
export function SourcePanel({ source, pasted, rows, onSource, onPasted }: SourcePanelProps) {
  return (
    <Stack gap="xs" component="section" aria-label="Events">
      <Group justify="space-between">
        <Text fw={600}>1 · Events</Text>
        <SegmentedControl
          size="xs"
          aria-label="Event source"
          value={pasted === undefined ? 'search' : 'paste'}
          onChange={(value) => onPasted(value === 'paste' ? '' : undefined)}
          data={[
            { value: 'search', label: 'From a search' },
            { value: 'paste', label: 'Paste' },
          ]}
        />
      </Group>
      {pasted === undefined ? (
        <SearchFields key={JSON.stringify(source)} source={source} onSource={onSource} />
      ) : (
        <Textarea
          aria-label="Events, one per line"
          placeholder="One event per line"
          autosize
          minRows={6}
          maxRows={14}
          value={pasted}
          classNames={{ input: classes['mono'] ?? '' }}
          onChange={(event) => onPasted(event.currentTarget.value)}
        />
      )}
      <ErrorNotice error={rows.error} />
      <RowCount rows={rows} />
      {pasted === undefined && <FirstRows rows={rows} />}
    </Stack>
  );
}

function SearchFields({ source, onSource }: Pick<SourcePanelProps, 'source' | 'onSource'>) {
  const [draft, setDraft] = useState(source);
  const apply = (): void => {
    if (JSON.stringify(draft) !== JSON.stringify(source)) onSource(draft);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Stack gap={6}>
        <TextInput
          label="Search"
          placeholder="index=deploy service=payments"
          description="Evaluates all matching events. Commands after a pipe aren't supported here."
          value={draft.query}
          classNames={{ input: classes['mono'] ?? '' }}
          onChange={(event) => setDraft({ ...draft, query: event.currentTarget.value })}
          onBlur={apply}
        />
        <Group grow gap={6}>
          <TextInput
            label="From"
            value={draft.earliest}
            onChange={(event) => setDraft({ ...draft, earliest: event.currentTarget.value })}
            onBlur={apply}
          />
          <TextInput
            label="To"
            value={draft.latest}
            onChange={(event) => setDraft({ ...draft, latest: event.currentTarget.value })}
            onBlur={apply}
          />
        </Group>
        {/* So that Enter applies what was typed. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Stack>
    </form>
  );
}

function RowCount({ rows }: { readonly rows: Rows }) {
  if (rows.isLoading) return <Text c="dimmed">Loading events …</Text>;
  return (
    <>
      <Text component="output" c="dimmed">
        {rows.rows.length === 1 ? '1 row' : `${rows.rows.length.toLocaleString('en')} events`}
      </Text>
      {rows.left > 0 && (
        <Alert color="yellow" variant="light" p="xs">
          {rows.left.toLocaleString('en')} more events exceed the limit and are excluded. Narrow the
          search or the time range.
        </Alert>
      )}
    </>
  );
}

function FirstRows({ rows }: { readonly rows: Rows }) {
  const [isOpen, setOpen] = useState(false);
  if (rows.rows.length === 0) return null;
  const shown = rows.rows.slice(0, isOpen ? 200 : SHOWN_ROWS_MAX);
  return (
    <div>
      <ol className={classes['rows']}>
        {shown.map((row, place) => (
          <li key={row.eventId ?? place}>{toSafeText(row.text.slice(0, 400))}</li>
        ))}
      </ol>
      {rows.rows.length > SHOWN_ROWS_MAX && (
        <Anchor component="button" type="button" size="xs" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : 'Show more events'}
        </Anchor>
      )}
    </div>
  );
}
