/** The top of the page: what is asked for, over which time, and the button that asks. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { format } from '../../../../../src/language/index.ts';
import { Icon } from '../../../parts/icons.tsx';
import type { EditorNeeds, QueryEditorHandle } from '../../../query/editor/create-editor.ts';
import { type Caret, PlainQuery } from '../../../query/editor/plain-query.tsx';
import type { QueryEditor } from '../../../query/editor/query-editor.tsx';

interface QueryBarProps extends EditorNeeds {
  readonly draft: string;
  readonly isRunning: boolean;
  readonly onCancel: () => void;
  readonly onReady: (editor: QueryEditorHandle | undefined) => void;
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
        <div className="sx-editor-frame">
          <Editor draft={draft} onReady={onReady} {...needs} />
          <div className="sx-editor-tools">
            {history}
            <FormatButton draft={draft} onChange={needs.onChange} />
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

type EditorProps = Pick<QueryBarProps, 'draft' | 'onReady'> & EditorNeeds;

/** The editor proper is large, so it comes when somebody is about to type; a plain field is there at once. */
function Editor({ draft, onReady, ...needs }: EditorProps) {
  const caret = useRef<Caret>(undefined);
  const isAsked = useRef(false);
  const [Loaded, setLoaded] = useState<typeof QueryEditor>();
  // Until it is there the same field stays in place: what is typed meanwhile is neither lost nor interrupted.
  const load = async (): Promise<void> => {
    if (isAsked.current) return;
    isAsked.current = true;
    const { QueryEditor: component } = await import('../../../query/editor/query-editor.tsx');
    setLoaded(() => component);
  };
  if (Loaded !== undefined) {
    return <Loaded value={draft} caret={caret} onReady={onReady} {...needs} />;
  }
  return (
    <PlainQuery
      draft={draft}
      onCaret={(place) => {
        caret.current = place;
      }}
      onChange={needs.onChange}
      onRun={needs.onRun}
      onWanted={() => {
        void load();
        needs.onFocus();
      }}
      onReady={onReady}
    />
  );
}

interface FormatButtonProps {
  readonly draft: string;
  readonly onChange: (text: string) => void;
}

function FormatButton({ draft, onChange }: FormatButtonProps) {
  const [unreadable, setUnreadable] = useState<string>();
  const isUnreadable = unreadable === draft;
  const tidy = (): void => {
    const formatted = format(draft);
    setUnreadable(formatted === undefined ? draft : undefined);
    if (formatted !== undefined) onChange(formatted === '*' ? '' : formatted);
  };
  return (
    <Tooltip label={isUnreadable ? 'The query cannot be read as it is' : 'Format query'}>
      <ActionIcon
        variant="subtle"
        color={isUnreadable ? 'red' : 'gray'}
        size="sm"
        aria-label="Format query"
        onClick={tidy}
      >
        <Icon name="list" size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
