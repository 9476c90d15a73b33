/** Top of the search page: the query, the time range and the button that runs it. */
import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { QueryField, type QueryFieldProps } from '../../../query/editor/query-field.tsx';

interface QueryBarProps extends Omit<QueryFieldProps, 'tools'> {
  readonly isRunning: boolean;
  readonly onCancel: () => void;
  readonly timePicker: ReactNode;
  readonly history: ReactNode;
}

export function QueryBar(props: QueryBarProps) {
  const { draft, isRunning, onCancel, onReady, timePicker, history, ...needs } = props;
  return (
    <search aria-label="Search logs">
      <form
        className="sx-query-bar"
        onSubmit={(submit) => {
          submit.preventDefault();
          needs.onRun();
        }}
      >
        <QueryField draft={draft} onReady={onReady} tools={history} {...needs} />
        {timePicker}
        {isRunning ? (
          <Button color="gray" className="sx-run" onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <Tooltip label="Ctrl+Enter or ⌘+Enter">
            <Button type="submit" className="sx-run">
              Run
            </Button>
          </Tooltip>
        )}
      </form>
    </search>
  );
}
