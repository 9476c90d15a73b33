import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useLatest } from '../../parts/use-latest.ts';
import type { HelpTopic } from '../help/help-topic.ts';
import { openHelpAt } from '../help/open-help-at.ts';
import { ColoredQuery } from './colored-query.tsx';
import { EXAMPLE_QUERY } from './example-query.ts';
import type { QueryEditorHandle } from './create-editor.ts';

/** Cursor position or selection at the time the editor took over. */
export type Caret = { readonly start: number; readonly end: number } | undefined;

interface PlainQueryProps {
  readonly draft: string;
  readonly onCaret: (caret: Caret) => void;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  readonly onWanted: () => void;
  readonly onHelp: ((topic: HelpTopic) => void) | undefined;
  readonly onReady: (editor: QueryEditorHandle | undefined) => void;
}

/** The query until its editor is there: it can be read in colours, and typed into, from the first moment. */
export function PlainQuery(props: PlainQueryProps) {
  const { draft, onCaret, onChange, onRun, onWanted, onHelp, onReady } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const ready = useLatest(onReady);
  useEffect(() => {
    const tell = ready.current;
    tell({ focus: () => field.current?.focus() });
    return () => tell(undefined);
  }, [ready]);
  const note = (): void => {
    const { selectionStart: start = 0, selectionEnd: end = 0 } = field.current ?? {};
    onCaret({ start, end });
  };
  return (
    <div className="sx-editor sx-plain" onPointerEnter={onWanted}>
      <div className="sx-plain-shown" aria-hidden="true">
        <ColoredQuery text={draft} />
        {/* A last line of its own needs something in it to be as high as in the field. */}
        {draft.endsWith('\n') && ' '}
      </div>
      <textarea
        ref={field}
        className="sx-plain-field"
        aria-label="Query"
        placeholder={EXAMPLE_QUERY}
        spellCheck={false}
        rows={1}
        value={draft}
        onFocus={() => {
          note();
          onWanted();
        }}
        onSelect={note}
        onBlur={(event) => {
          if (event.relatedTarget !== null) onCaret(undefined);
        }}
        onKeyDown={(press) => {
          runOnEnter(press, onRun);
          if (press.key !== 'F1' || onHelp === undefined) return;
          press.preventDefault();
          void openHelpAt(draft, press.currentTarget.selectionStart, onHelp);
        }}
        onChange={(change) => {
          onChange(change.currentTarget.value);
          note();
        }}
      />
    </div>
  );
}

function runOnEnter(press: KeyboardEvent, onRun: () => void): void {
  if (press.key !== 'Enter' || press.shiftKey) return;
  press.preventDefault();
  onRun();
}
