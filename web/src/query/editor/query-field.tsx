/** A query input with its frame: syntax colours, completion, inline problems, and a button that formats it. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { format } from '../../../../src/language/index.ts';
import { Icon } from '../../parts/icons.tsx';
import type { EditorNeeds, QueryEditorHandle } from './create-editor.ts';
import './editor.css';
import { type HelpTopic, OVERVIEW } from '../help/help-topic.ts';
import { type Caret, PlainQuery } from './plain-query.tsx';
import type { QueryEditor } from './query-editor.tsx';

export interface QueryFieldProps extends EditorNeeds {
  readonly draft: string;
  readonly onReady: (editor: QueryEditorHandle | undefined) => void;
  /** Further buttons in the frame. */
  readonly tools?: ReactNode;
}

export function QueryField({ tools, ...props }: QueryFieldProps) {
  const { onHelp } = props;
  return (
    <div className="sx-editor-frame" data-help={onHelp === undefined ? undefined : true}>
      <Editor {...props} />
      <div className="sx-editor-tools">
        {onHelp !== undefined && <HelpButton onHelp={onHelp} />}
        {tools}
        <FormatButton draft={props.draft} onChange={props.onChange} />
      </div>
    </div>
  );
}

/** Once the page has what it shows. */
const AHEAD_MS = 1_000;

/** The full editor is large, so it is loaded when the user is about to type; a plain field is available immediately. */
function Editor({ draft, onReady, ...needs }: Omit<QueryFieldProps, 'tools'>) {
  const caret = useRef<Caret>(undefined);
  const isAsked = useRef(false);
  const [Loaded, setLoaded] = useState<typeof QueryEditor>();
  // Until the editor is loaded the same field stays in place: typing is neither lost nor interrupted.
  const load = async (): Promise<void> => {
    if (isAsked.current) return;
    isAsked.current = true;
    const { QueryEditor: component } = await import('./query-editor.tsx');
    setLoaded(() => component);
  };
  useEffect(() => {
    // By the time people type, their browser has it; when it is offline, it is asked again.
    const timer = window.setTimeout(() => {
      void import('./query-editor.tsx').catch(() => {});
    }, AHEAD_MS);
    return () => window.clearTimeout(timer);
  }, []);
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
      onHelp={needs.onHelp}
      onReady={onReady}
    />
  );
}

function HelpButton({ onHelp }: { readonly onHelp: (topic: HelpTopic) => void }) {
  return (
    <Tooltip label="Query reference (F1)">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Query reference"
        onClick={() => onHelp(OVERVIEW)}
      >
        <Icon name="help" size={14} />
      </ActionIcon>
    </Tooltip>
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
    <Tooltip label={isUnreadable ? 'Query syntax error' : 'Format query'}>
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
