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

/** The query as text. The editor lives as long as the page; what it asks for may change meanwhile. */
export function QueryEditor({ value, caret, onReady, ...needs }: QueryEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Created>(undefined);
  const latest = useLatest({ ...needs, onReady, value });
  // At once, as all of this: a key pressed between the plain field and the editor would go to neither.
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const created = createEditor(place.current, latest.current.value, () => ({
      ...latest.current,
      // Drawn before the next key: one that runs the query runs what stands there, not what stood there before.
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
