/** What a drawing shows, one text for each shape in it: `line x1=0 x2=8`, `text x=4 y=12: 40 %`. */
export function shapesIn(svg: string): string[] {
  const shapes = svg.matchAll(
    /<(rect|line|path|circle|text)((?: [\w-]+="[^"]*")*)(?:\/>|>([^<]*))/g,
  );
  return [...shapes].map(([, name = '', attributes = '', text]) =>
    text === undefined
      ? `${name}${unquoted(attributes)}`
      : `${name}${unquoted(attributes)}: ${text}`,
  );
}

function unquoted(attributes: string): string {
  return attributes.replaceAll('"', '');
}
