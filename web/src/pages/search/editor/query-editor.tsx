import { useEffect, useRef } from 'react';
import { useLatest } from '../hooks/use-latest.ts';
import { createEditor, type EditorNeeds, type QueryEditorHandle } from './create-editor.ts';

interface QueryEditorProps extends EditorNeeds {
  readonly value: string;
  readonly onReady: (editor: QueryEditorHandle | undefined) => void;
}

/** The query as text. The editor lives as long as the page; what it asks for may change meanwhile. */
export function QueryEditor({ value, onReady, ...needs }: QueryEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<QueryEditorHandle>(undefined);
  const latest = useLatest({ ...needs, onReady, value });
  useEffect(() => {
    if (place.current === null) return undefined;
    const created = createEditor(place.current, latest.current.value, () => latest.current);
    editor.current = created;
    const { onReady: tell } = latest.current;
    tell(created);
    return () => {
      tell(undefined);
      created.destroy();
    };
  }, [latest]);
  useEffect(() => editor.current?.setText(value), [value]);
  return <div ref={place} className="sx-editor" />;
}
