import { useMemo } from 'react';
import { type Block, type Inline, type ListItem, readMarkdown } from '../logic/read-markdown.ts';
import type { SeenPanelOf } from './panel-props.ts';

export function TextPanel({ panel }: { readonly panel: SeenPanelOf<'text'> }) {
  const blocks = useMemo(() => readMarkdown(panel.options.markdown), [panel.options.markdown]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <section className="db-text xp-foreign" tabIndex={0} aria-label={panel.title || 'Text'}>
      {blocks.map((block, at) => (
        <TextBlock key={at} block={block} />
      ))}
    </section>
  );
}

function TextBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Name = (['h4', 'h5', 'h6'] as const)[block.level - 1] ?? 'h6';
      return (
        <Name>
          <Words inline={block.children} />
        </Name>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Words inline={block.children} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <Words inline={block.children} />
        </blockquote>
      );
    case 'list':
      return <List items={block.items} isOrdered={block.isOrdered} />;
    case 'code':
      return <pre>{block.text}</pre>;
    case 'table':
      return <TextTable rows={block.rows} />;
    case 'rule':
      return <hr />;
  }
}

function List({
  items,
  isOrdered,
}: {
  readonly items: readonly ListItem[];
  readonly isOrdered: boolean;
}) {
  const Name = isOrdered ? 'ol' : 'ul';
  return (
    <Name>
      {items.map(({ depth, children }, at) => (
        <li key={at} style={{ marginLeft: `${depth * 16}px` }}>
          <Words inline={children} />
        </li>
      ))}
    </Name>
  );
}

function TextTable({ rows }: { readonly rows: Extract<Block, { kind: 'table' }>['rows'] }) {
  const [head = [], ...rest] = rows;
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col">
              <Words inline={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rest.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, at) => (
              <td key={at}>
                <Words inline={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Words({ inline }: { readonly inline: readonly Inline[] }) {
  return inline.map((piece, at) => <Word key={at} piece={piece} />);
}

function Word({ piece }: { readonly piece: Inline }) {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'code':
      return <code>{piece.text}</code>;
    case 'strong':
      return (
        <strong>
          <Words inline={piece.children} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Words inline={piece.children} />
        </em>
      );
    case 'strike':
      return (
        <s>
          <Words inline={piece.children} />
        </s>
      );
    case 'link':
      return (
        <a href={piece.href} {...(piece.href.startsWith('/') ? {} : OUTSIDE)}>
          <Words inline={piece.children} />
        </a>
      );
  }
}

const OUTSIDE = { target: '_blank', rel: 'noreferrer noopener' } as const;
