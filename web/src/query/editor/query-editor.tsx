import { type RefObject, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLatest } from '../../parts/use-latest.ts';
import {
  createEditor,
  type EditorNeeds,
  type QueryEditor as Created,
  type QueryEditorHandle,
} from './create-editor.ts';
import type { Caret } from './plain-query.tsx';

interface QueryEditorProps extends EditorNeeds {
  readonly value: string;
  readonly caret: RefObject<Caret>;
  readonly onReady: (editor: QueryEditorHandle | undefined) => void;
}

/** The query editor. It is created once per page; its props may change during that time. */
export function QueryEditor({ value, caret, onReady, ...needs }: QueryEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Created>(undefined);
  const latest = useLatest({ ...needs, onReady, value });
  // In one synchronous step: otherwise a key pressed between the plain field and the editor would reach neither.
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const created = createEditor(place.current, latest.current.value, () => ({
      ...latest.current,
      // Rendered before the next key press, so that a key that runs the query runs the current text, not the previous
      // one.
      onChange: (text) => flushSync(() => latest.current.onChange(text)),
    }));
    editor.current = created;
    const { onReady: tell } = latest.current;
    tell(created);
    if (caret.current !== undefined) created.select(caret.current);
    return () => {
      tell(undefined);
      created.destroy();
    };
  }, [latest, caret]);
  useLayoutEffect(() => editor.current?.setText(value), [value]);
  return <div ref={place} className="sx-editor" />;
}
