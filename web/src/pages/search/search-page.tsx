/** The search page: a query, a range of time, and what is found. Everything it shows stands in its address. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { noteSearch, recentSearches } from '../../shell/recent-searches.ts';
import { useSignedIn } from '../../shell/signed-in.tsx';
import { useShortcuts } from '../../shell/use-shortcuts.ts';
import { HistoryMenu } from './bars/history-menu.tsx';
import { QueryBar } from './bars/query-bar.tsx';
import type { QueryEditorHandle } from './editor/create-editor.ts';
import { linkTo, shownColumns, useActions } from './hooks/use-actions.ts';
import { useAddress } from './hooks/use-address.ts';
import { useKnownData } from './hooks/use-known-data.ts';
import { usePreferences } from './hooks/use-preferences.ts';
import { useSearch } from './hooks/use-search.ts';
import { useFields, useHistogram, useTimeZone } from './hooks/use-views.ts';
import { readFacts } from './logic/query-facts.ts';
import { resolveRange } from '../../../../src/language/index.ts';
import { type Page, PageContext } from './page-context.tsx';
import { SearchBody } from './search-body.tsx';
import './search.css';
import { TimePicker } from './time/time-picker.tsx';

export function SearchPage() {
  const { organization } = useSignedIn();
  const address = useAddress();
  const { state, change } = address;
  const timeZone = useTimeZone(organization.id);
  const [preferences, setPreferences] = usePreferences();
  const [draft, setDraft] = useState(state.query);
  const [run, setRun] = useState(0);
  const [isTimeOpen, setIsTimeOpen] = useState(false);
  const [editor, setEditor] = useState<QueryEditorHandle>();
  useEffect(() => setDraft(state.query), [state.query]);

  const facts = useMemo(() => readFacts(state.query), [state.query]);
  const isEventsMode = state.mode === 'events' && facts.isTable;
  const shownQuery = isEventsMode ? facts.eventPart : state.query;
  const isTable = facts.isTable && !isEventsMode;
  const input = { ...pick(state), organization: organization.id, run };
  const search = useSearch({
    ...input,
    query: shownQuery,
    sort: state.sort,
    isTable,
    isEnabled: !state.isLive && state.mode !== 'patterns',
  });
  const isSettled = !search.isRunning && search.stats !== undefined;
  const histogram = useHistogram(input, preferences.isHistogramShown && !state.isLive && !isTable);
  // The rail comes after the rows, never before; a live tail and patterns have no rows to wait for.
  const isRailReady = isSettled || state.isLive || state.mode === 'patterns';
  const fields = useFields(input, preferences.isRailShown && !isTable && isRailReady);
  const { known, learn } = useKnownData(organization.id, fields.data);

  const range = useMemo(() => {
    if (histogram.data !== undefined && !histogram.isPlaceholderData) {
      return { from: Date.parse(histogram.data.from), to: Date.parse(histogram.data.to) };
    }
    const context = { now: Date.now(), timeZone };
    const resolved = resolveRange(facts.result.query, pickRange(state), context);
    return resolved.kind === 'problem' ? undefined : resolved;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked anew with every run: now has moved on
  }, [
    histogram.data,
    histogram.isPlaceholderData,
    facts,
    state.earliest,
    state.latest,
    timeZone,
    run,
  ]);
  const runQuery = (query: string): void => {
    noteSearch(organization.id, query);
    setRun((count) => count + 1);
  };
  const needs = {
    address,
    draft,
    setDraft,
    onRun: runQuery,
    range,
    hasAbsoluteLinks: preferences.hasAbsoluteLinks,
  };
  const actions = useActions(needs);
  const page = useMemo<Page>(
    () => ({ actions, timeZone, preferences, setPreferences }),
    [actions, timeZone, preferences, setPreferences],
  );
  const runDraft = (): void => {
    runQuery(draft);
    change({ query: draft, event: undefined });
  };
  usePageShortcuts(
    search.events.map(({ id }) => id),
    state.event,
    page,
    editor,
    setIsTimeOpen,
  );
  return (
    <PageContext value={page}>
      <div className="sx-page">
        <h1 className="sx-hidden">Search</h1>
        <QueryBar
          draft={draft}
          onChange={setDraft}
          onRun={runDraft}
          onFocus={learn}
          past={() => recentSearches(organization.id)}
          known={known}
          timeZone={timeZone}
          isRunning={search.isRunning}
          onCancel={search.cancel}
          editor={editor}
          onReady={setEditor}
          history={<HistoryMenu organization={organization.id} />}
          timePicker={
            <TimePicker
              range={pickRange(state)}
              own={{ earliest: facts.ownEarliest, latest: facts.ownLatest }}
              timeZone={timeZone}
              isOpen={isTimeOpen}
              onOpen={setIsTimeOpen}
              onChange={(next) => {
                setRun((count) => count + 1);
                change({ ...next, isLive: false });
              }}
            />
          }
        />
        <SearchBody
          state={state}
          draft={draft}
          facts={facts}
          query={shownQuery}
          isTable={isTable}
          input={input}
          search={search}
          histogram={histogram}
          fields={fields}
          range={range}
          columns={shownColumns(state)}
          link={linkTo(needs, { event: undefined })}
        />
      </div>
    </PageContext>
  );
}

function pickRange({ earliest, latest }: { earliest: string; latest: string }) {
  return { earliest, latest };
}

function pick({ query, earliest, latest }: { query: string; earliest: string; latest: string }) {
  return { query, earliest, latest };
}

/** `/` the query, `d` the time, `j` and `k` through the events with their details open. */
function usePageShortcuts(
  ids: readonly string[],
  openId: string | undefined,
  { actions }: Page,
  editor: QueryEditorHandle | undefined,
  onTime: (isOpen: boolean) => void,
): void {
  const latest = useRef({ ids, openId, editor });
  latest.current = { ids, openId, editor };
  const shortcuts = useMemo(() => {
    const step = (by: number) => () => {
      const { ids: all, openId: open } = latest.current;
      const at = open === undefined ? -1 : all.indexOf(open);
      const next = all[at < 0 ? 0 : Math.min(Math.max(0, at + by), all.length - 1)];
      if (next !== undefined) actions.openEvent(next);
    };
    return {
      '/': () => latest.current.editor?.focus(),
      d: () => onTime(true),
      j: step(1),
      k: step(-1),
      Escape: () => {
        if (latest.current.openId !== undefined) actions.openEvent(undefined);
      },
    };
  }, [actions, onTime]);
  useShortcuts(shortcuts);
}
