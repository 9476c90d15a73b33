/** The search page: a query, a time range, and the results. All of its state is in the URL. */
import { useMemo, useState, useCallback, lazy, Suspense } from 'react';
import { useTimeZone } from '../../data/organization-query.ts';
import { useShownZone } from '../../data/shown-zone.ts';
import { noteSearch, recentSearches } from '../../data/recent-searches.ts';
import { useSignedIn } from '../../shell/signed-in.tsx';
import { HistoryMenu } from './bars/history-menu.tsx';
import { QueryBar } from './bars/query-bar.tsx';
import type { HelpTopic } from '../../query/help/help-topic.ts';
import type { QueryEditorHandle } from '../../query/editor/create-editor.ts';
import { linkTo, useActions } from './hooks/use-actions.ts';
import { useAddress } from './hooks/use-address.ts';
import { useKnownData } from '../../query/editor/use-known-data.ts';
import { useMacros } from '../../query/editor/use-macros.ts';
import { usePageShortcuts } from './hooks/use-page-shortcuts.ts';
import { usePreferences } from './hooks/use-preferences.ts';
import { useResults } from './hooks/use-results.ts';
import { useRowsHost } from './hooks/use-rows-host.ts';
import { RowsContext } from '../../query/rows/rows-context.tsx';
import { shownColumns } from './logic/columns.ts';
import { type QueryFacts, readFacts } from '../../query/text/query-facts.ts';
import type { SearchState } from '../../data/search-state.ts';
import { type Page, PageContext } from './page-context.tsx';
import { SearchBody } from './search-body.tsx';
import './search.css';
import { HelpPanel } from './views/help-panel.tsx';
import { TimePicker } from '../../query/time/time-picker.tsx';
import { WriteQuestion } from '../../query/read/write-question.tsx';

export function SearchPage() {
  const { organization, state, facts, results, page, draft, setDraft, link, home } =
    useSearchPage();
  const { actions } = page;
  const { search, fields } = results;
  const rowsHost = useRowsHost(organization, page, results.range);
  const [isTimeOpen, setIsTimeOpen] = useState(false);
  const [editor, setEditor] = useState<QueryEditorHandle>();
  const [help, setHelp] = useState<HelpTopic>();
  const { known, learn } = useKnownData(organization, fields.data);
  const { events } = search;
  const columns = useMemo(() => shownColumns(state), [state]);
  const openId = state.event;
  usePageShortcuts({ events, openId, editor, actions, onTime: setIsTimeOpen, state, link });
  return (
    <PageContext value={page}>
      <div className="sx-page">
        <SkipToResults />
        <h1 className="xp-hidden">Search</h1>
        <SavedPlace state={state} draft={draft} />
        <QueryBar
          draft={draft}
          onChange={setDraft}
          onRun={() => actions.run(draft)}
          onFocus={learn}
          past={() => recentSearches(organization)}
          known={known}
          timeZone={home}
          isRunning={search.isRunning}
          onCancel={search.cancel}
          onReady={setEditor}
          onHelp={setHelp}
          history={<HistoryMenu organization={organization} />}
          timePicker={
            <Times
              {...{ state, facts, home, page, draft }}
              isOpen={isTimeOpen}
              onOpen={setIsTimeOpen}
            />
          }
        />
        <RowsContext value={rowsHost}>
          <SearchBody
            {...results}
            state={state}
            draft={draft}
            facts={facts}
            columns={columns}
            link={link}
            help={
              help !== undefined && (
                <HelpPanel
                  organization={organization}
                  topic={help}
                  onTopic={setHelp}
                  onClosed={() => editor?.focus()}
                />
              )
            }
          />
        </RowsContext>
        <WriteQuestion />
      </div>
    </PageContext>
  );
}

interface TimesProps {
  readonly state: SearchState;
  readonly facts: QueryFacts;
  readonly home: string;
  readonly page: Page;
  readonly draft: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

function Times({ state, facts, home, page, draft, isOpen, onOpen }: TimesProps) {
  return (
    <TimePicker
      range={{ earliest: state.earliest, latest: state.latest }}
      own={{ earliest: facts.ownEarliest, latest: facts.ownLatest }}
      timeZone={home}
      shownZone={page.timeZone}
      isOpen={isOpen}
      onOpen={onOpen}
      onChange={(next) => page.actions.run(draft, { ...next, isLive: false })}
    />
  );
}

/** Leaves the URL unchanged, since it is the link that users share. */
function SkipToResults() {
  return (
    <a
      href="#results"
      className="xp-skip"
      onClick={(click) => {
        click.preventDefault();
        document.getElementById('results')?.focus();
      }}
    >
      Skip to results
    </a>
  );
}

/** State from the URL, the results, and the available actions. */
function useSearchPage() {
  const { organization } = useSignedIn();
  const { id } = organization;
  const address = useAddress();
  const { state } = address;
  // Times in the query use the organization's time zone, regardless of the display zone.
  const home = useTimeZone();
  const timeZone = useShownZone();
  const [preferences, setPreferences] = usePreferences();
  const [draft, setDraft] = useDraft(state.query);
  const [run, setRun] = useState(0);
  const expandMacro = useMacros();
  const facts = useMemo(() => readFacts(state.query, expandMacro), [state.query, expandMacro]);
  const results = useResults({ organization: id, state, facts, preferences, timeZone: home, run });
  const onRun = (query: string): void => {
    noteSearch(id, query);
    setRun((count) => count + 1);
  };
  const { hasAbsoluteLinks } = preferences;
  const needs = { address, draft, setDraft, onRun, range: results.range, hasAbsoluteLinks };
  const actions = useActions(needs);
  const page = useMemo<Page>(
    () => ({ actions, timeZone, preferences, setPreferences }),
    [actions, timeZone, preferences, setPreferences],
  );
  const link = linkTo(needs, { event: undefined });
  return { organization: id, state, facts, results, page, draft, setDraft, link, home };
}

/** The text in the editor: what is typed, until another query is run or restored from history. */
function useDraft(query: string): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState({ query, text: query });
  if (draft.query !== query) setDraft({ query, text: query });
  const set = useCallback((text: string) => setDraft((present) => ({ ...present, text })), []);
  return [draft.query === query ? draft.text : query, set];
}

const SavedHeader = lazy(async () => {
  const { SavedHeader: component } = await import('./bars/saved-header.tsx');
  return { default: component };
});

interface SavedPlaceProps {
  readonly state: SearchState;
  /** The query in the editor. */
  readonly draft: string;
}

/** Header of a saved search; renders nothing if the page was not opened from one. */
function SavedPlace({ state, draft }: SavedPlaceProps) {
  if (state.saved === undefined) return null;
  return (
    <Suspense fallback={<div className="sx-saved" />}>
      <SavedHeader state={{ ...state, query: draft }} />
    </Suspense>
  );
}
