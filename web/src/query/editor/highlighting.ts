import { RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { highlight, type MarkKind } from '../../../../src/language/index.ts';

const marks = new Map<MarkKind, Decoration>();

function markOf(kind: MarkKind): Decoration {
  const known = marks.get(kind);
  if (known !== undefined) return known;
  const mark = Decoration.mark({ class: `sx-token-${kind}` });
  marks.set(kind, mark);
  return mark;
}

/** Queries are short (their length is bounded), so the whole text is read at every change. */
function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { start, end, kind } of highlight(view.state.doc.toString())) {
    builder.add(start, end, markOf(kind));
  }
  return builder.finish();
}

/** Highlights the query by the tokens of the language's parser. */
export const highlighting = ViewPlugin.define(
  (view) => ({
    decorations: decorate(view),
    update(change: ViewUpdate) {
      if (change.docChanged) this.decorations = decorate(change.view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);
