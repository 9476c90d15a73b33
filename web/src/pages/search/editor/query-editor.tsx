import { useEffect, useRef } from 'react';
import { createEditor, type EditorNeeds, type QueryEditorHandle } from './create-editor.ts';

interface QueryEditorProps extends EditorNeeds {
  readonly value: string;
  readonly onReady: (editor: QueryEditorHandle | undefined) => void;
}

/** The query as text. The editor lives as long as the page; what it asks for may change meanwhile. */
export function QueryEditor({ value, onReady, ...needs }: QueryEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<QueryEditorHandle>(undefined);
  const latest = useRef(needs);
  latest.current = needs;
  const ready = useRef(onReady);
  useEffect(() => {
    if (place.current === null) return undefined;
    const created = createEditor(place.current, value, () => latest.current);
    editor.current = created;
    ready.current(created);
    return () => {
      ready.current(undefined);
      created.destroy();
    };
    // The text it begins with is handed over once; later ones come through `setText`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, []);
  useEffect(() => editor.current?.setText(value), [value]);
  return <div ref={place} className="sx-editor" />;
}
