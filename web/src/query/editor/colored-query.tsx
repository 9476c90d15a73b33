import { highlight } from '../../../../src/language/index.ts';

/** A read-only query with the editor's syntax colours. */
export function ColoredQuery({ text }: { readonly text: string }) {
  let at = 0;
  const parts = highlight(text).flatMap(({ start, end, kind }) => {
    const between = text.slice(at, start);
    at = end;
    return [
      between,
      <span key={start} className={`sx-token-${kind}`}>
        {text.slice(start, end)}
      </span>,
    ];
  });
  return [...parts, text.slice(at)];
}
