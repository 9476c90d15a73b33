/** The query editor: CodeMirror with the language of this product. */
import {
  acceptCompletion,
  autocompletion,
  completionKeymap,
  closeCompletion,
  completionStatus,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { type Diagnostic as Shown, linter } from '@codemirror/lint';
import { Annotation, EditorSelection, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import type { Variables } from '../../../../src/language/index.ts';
import { LIMITS } from '../../../../src/spec/limits.ts';
import type { KnownData } from './known-data.ts';
import { completeQuery } from './complete-query.ts';
import { diagnose } from './diagnose.ts';
import { EXAMPLE_QUERY } from './example-query.ts';
import type { HelpTopic } from '../help/help-topic.ts';
import { openHelpAt } from '../help/open-help-at.ts';
import { highlighting } from './highlighting.ts';

export interface EditorNeeds {
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  readonly onFocus: () => void;
  /** Earlier queries, newest first. */
  readonly past: () => readonly string[];
  readonly known: KnownData;
  readonly timeZone: string;
  /** Where queries have them; each with values as they may be chosen. */
  readonly variables?: Variables | undefined;
  /** Opens the language help next to the query. */
  readonly onHelp?: ((topic: HelpTopic) => void) | undefined;
}

export interface QueryEditorHandle {
  readonly focus: () => void;
}

export interface QueryEditor extends QueryEditorHandle {
  readonly setText: (text: string) => void;
  readonly select: (range: { readonly start: number; readonly end: number }) => void;
  readonly destroy: () => void;
}

export function createEditor(
  parent: HTMLElement,
  text: string,
  needs: () => EditorNeeds,
): QueryEditor {
  const view = new EditorView({
    parent,
    state: EditorState.create({ doc: text, extensions: extensionsFor(needs) }),
  });
  return {
    setText: (next) => replaceText(view, next, isTold.of(true)),
    focus: () => {
      view.focus();
      view.dispatch({ selection: EditorSelection.cursor(view.state.doc.length) });
    },
    select: ({ start, end }) => {
      const { length } = view.state.doc;
      const range = EditorSelection.range(Math.min(start, length), Math.min(end, length));
      view.focus();
      view.dispatch({ selection: EditorSelection.create([range]) });
    },
    destroy: () => view.destroy(),
  };
}

/** Marks text set from outside, of which the caller must not be notified. */
const isTold = Annotation.define<boolean>();

function replaceText(view: EditorView, text: string, ...annotations: Annotation<boolean>[]): void {
  const present = view.state.doc.toString();
  if (present === text) return;
  view.dispatch({
    changes: { from: 0, to: present.length, insert: text },
    selection: EditorSelection.cursor(text.length),
    annotations,
  });
}

function extensionsFor(needs: () => EditorNeeds) {
  return [
    history(),
    EditorView.lineWrapping,
    placeholder(EXAMPLE_QUERY),
    EditorView.contentAttributes.of({ 'aria-label': 'Query', spellcheck: 'false' }),
    EditorState.changeFilter.of(
      (transaction) => transaction.newDoc.length <= LIMITS.query.textCharactersMax * 2,
    ),
    highlighting,
    linter((view) => diagnostics(view, needs()), { delay: 250 }),
    autocompletion({
      override: [(context) => completeQuery(context, needs().known)],
      icons: false,
      activateOnTypingDelay: 30,
      maxRenderedOptions: 50,
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((each) => each.annotation(isTold))) {
        needs().onChange(update.state.doc.toString());
      }
      if (update.focusChanged && update.view.hasFocus) needs().onFocus();
    }),
    keysFor(needs),
  ];
}

function keysFor(needs: () => EditorNeeds) {
  const browse = createBrowser(needs);
  return [
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run: (view) => runQuery(view, needs()) },
        { key: 'Tab', run: acceptCompletion },
        { key: 'F1', run: (view) => explainWord(view, needs()) },
      ]),
    ),
    keymap.of([
      ...completionKeymap,
      { key: 'ArrowUp', run: (view) => browse(view, 1) },
      { key: 'ArrowDown', run: (view) => browse(view, -1) },
      { key: 'Enter', run: (view) => runSingleLine(view, needs()) },
      { key: 'Shift-Enter', run: breakLine },
      ...historyKeymap,
      ...defaultKeymap,
    ]),
  ];
}

/** The list of completions would stay above the result. */
function runQuery(view: EditorView, { onRun }: EditorNeeds): boolean {
  closeCompletion(view);
  onRun();
  return true;
}

function explainWord({ state }: EditorView, { onHelp }: EditorNeeds): boolean {
  if (onHelp === undefined) return false;
  void openHelpAt(state.doc.toString(), state.selection.main.head, onHelp);
  return true;
}

/** A query of one line runs on Enter, as a search box does; Shift and Enter begin another line. */
function runSingleLine(view: EditorView, needs: EditorNeeds): boolean {
  const { doc } = view.state;
  if (doc.lines > 1) return false;
  if (doc.toString().trimEnd().endsWith('|')) return false;
  return runQuery(view, needs);
}

function breakLine(view: EditorView): boolean {
  view.dispatch(view.state.replaceSelection('\n'));
  return true;
}

/** Steps through earlier queries when the cursor is on the first or last line; the unfinished text is kept. */
function createBrowser(needs: () => EditorNeeds) {
  let at = -1;
  let unfinished = '';
  let shown = '';
  return (view: EditorView, step: 1 | -1): boolean => {
    const { state } = view;
    const { head, empty } = state.selection.main;
    const line = state.doc.lineAt(head);
    const isAtEdge = step > 0 ? line.number === 1 : line.number === state.doc.lines;
    if (!empty || !isAtEdge || completionStatus(state) === 'active') return false;
    const text = state.doc.toString();
    if (text !== shown) at = -1;
    if (at < 0) unfinished = text;
    const past = needs()
      .past()
      .filter((query) => query !== unfinished);
    const next = at + step;
    const query = next < 0 ? unfinished : past[next];
    if (query === undefined || at + step < -1) return false;
    at = Math.max(next, -1);
    shown = query;
    replaceText(view, query);
    return true;
  };
}

function diagnostics(view: EditorView, needs: EditorNeeds): Shown[] {
  const text = view.state.doc.toString();
  const { known, timeZone, variables } = needs;
  const time = { now: Date.now(), timeZone };
  return diagnose(text, known, time, variables).map(({ fix, ...rest }) => ({
    ...rest,
    ...(fix === undefined
      ? {}
      : {
          actions: [
            {
              name: fix.label,
              apply: (editor: EditorView) =>
                editor.dispatch({ changes: { from: fix.start, to: fix.end, insert: fix.text } }),
            },
          ],
        }),
  }));
}
