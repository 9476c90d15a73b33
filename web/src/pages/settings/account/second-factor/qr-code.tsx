import { useMemo } from 'react';
import { encode } from 'uqr';

const PIXELS = 208;

/** Drawn in the page: what it contains is sent nowhere. Dark on white in both themes, since cameras expect that. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn by lines
      role="img"
      aria-label={label}
      width={PIXELS}
      height={PIXELS}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawn(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join('') };
}
