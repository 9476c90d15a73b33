/** The top of the page: what is asked for, over which time, and the button that asks. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Icon } from '../../../parts/icons.tsx';
import type { EditorNeeds, QueryEditorHandle } from '../editor/create-editor.ts';

const QueryEditor = lazy(async () => {
  const { QueryEditor: component } = await import('../editor/query-editor.tsx');
  return { default: component };
});

interface QueryBarProps extends EditorNeeds {
  readonly draft: string;
  readonly isRunning: boolean;
  readonly onCancel: () => void;
  readonly onReady: (editor: QueryEditorHandle | undefined) => void;
  readonly editor: QueryEditorHandle | undefined;
  readonly timePicker: ReactNode;
  readonly history: ReactNode;
}

export function QueryBar(props: QueryBarProps) {
  const { draft, isRunning, onCancel, onReady, editor, timePicker, history, ...needs } = props;
  const [isUnreadable, setIsUnreadable] = useState(false);
  const format = (): void => setIsUnreadable(editor?.format() === false);
  return (
    <search aria-label="Search logs">
      <form
        className="sx-query-bar"
        onSubmit={(submit) => {
          submit.preventDefault();
          needs.onRun();
        }}
      >
        <div className="sx-editor-frame">
          <Suspense fallback={<PlainQuery draft={draft} />}>
            <QueryEditor value={draft} onReady={onReady} {...needs} />
          </Suspense>
          <div className="sx-editor-tools">
            {history}
            <Tooltip label={isUnreadable ? 'The query cannot be read as it is' : 'Format query'}>
              <ActionIcon
                variant="subtle"
                color={isUnreadable ? 'red' : 'gray'}
                size="sm"
                aria-label="Format query"
                onClick={format}
              >
                <Icon name="list" size={14} />
              </ActionIcon>
            </Tooltip>
          </div>
        </div>
        {timePicker}
        {isRunning ? (
          <Button color="gray" className="sx-run" onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <Tooltip label="Ctrl or ⌘ and Enter">
            <Button type="submit" className="sx-run">
              Run
            </Button>
          </Tooltip>
        )}
      </form>
    </search>
  );
}

/** What can be read until the editor is there; it has the same size, so that nothing moves. */
function PlainQuery({ draft }: { readonly draft: string }) {
  return (
    <div className="sx-editor sx-editor-plain" aria-busy="true">
      {draft}
    </div>
  );
}
