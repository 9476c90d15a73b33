/** Everything below the query: ways of looking at the result, fields, histogram and rows. */
import { Button, SegmentedControl } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Icon } from '../../parts/icons.tsx';
import { DisplayBar } from './bars/display-bar.tsx';
import { ResultActions } from './bars/result-actions.tsx';
import { RunStatus } from './bars/run-status.tsx';
import type { QueryFacts } from '../../query/text/query-facts.ts';
import type { SearchState } from '../../data/search-state.ts';
import { usePage } from './page-context.tsx';
import { FieldRail } from './rail/field-rail.tsx';
import { HistogramPanel } from './views/histogram-panel.tsx';
import { ResultView } from './views/result-view.tsx';
import type { SearchBodyProps } from './views/body-props.ts';

const FieldDrawer = lazy(async () => {
  const { FieldDrawer: component } = await import('./rail/field-drawer.tsx');
  return { default: component };
});
const FieldStatistics = lazy(async () => {
  const { FieldStatistics: component } = await import('./rail/field-statistics.tsx');
  return { default: component };
});
const ExplainDialog = lazy(async () => {
  const { ExplainDialog: component } = await import('./views/explain-dialog.tsx');
  return { default: component };
});
const ShortLinkDialog = lazy(async () => {
  const { ShortLinkDialog: component } =
    await import('../../parts/short-link/short-link-dialog.tsx');
  return { default: component };
});

export function SearchBody(props: SearchBodyProps) {
  const { state, draft, facts, isTable, search, kept, isFailed, histogram } = props;
  const { preferences } = usePage();
  const [isExplaining, setIsExplaining] = useState(false);
  const [shortened, setShortened] = useState<string>();
  useHotkeys([['mod+shift+E', () => setIsExplaining(true)]], [], true);
  const [isMore, setIsMore] = useState(false);
  const total = totalOf(props);
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  // A table that is still shown has no fields and no histogram either.
  const isTabular = isTable || kept?.isTable === true;
  const rail = <Fields {...props} />;
  return (
    <>
      <div className="sx-bar">
        <ModeSwitch state={state} facts={facts} />
        <LiveButton isLive={state.isLive} />
        {isNarrow && (
          // Remounted for each kind of result: the drawer in which a chart was chosen must not stay open in front of
          // it.
          <NarrowButtons key={String(isTabular)} isMore={isMore} onMore={setIsMore}>
            {!isTabular && rail}
          </NarrowButtons>
        )}
        {!state.isLive && state.mode !== 'patterns' && (
          <RunStatus run={search} isTable={isTable} total={total} />
        )}
        {(!isNarrow || isMore) && (
          <ResultActions
            state={state}
            draft={draft}
            rows={search.rows}
            columns={search.columns}
            link={props.link}
            onExplain={() => setIsExplaining(true)}
            onShorten={() => setShortened(props.link)}
          />
        )}
      </div>
      <div className="sx-body">
        {preferences.isRailShown && !isTabular && !isNarrow && rail}
        <div className="sx-main" id="results" tabIndex={-1}>
          {preferences.isHistogramShown && !state.isLive && !isTabular && (
            <HistogramPanel
              histogram={histogram}
              compare={state.compare}
              query={draft}
              range={props.range}
              isFailed={isFailed}
            />
          )}
          {!isTabular && state.mode !== 'patterns' && <DisplayBar state={state} />}
          <ResultView {...props} />
        </div>
        {props.help}
      </div>
      <Suspense>
        {state.field !== undefined && <FieldStatistics field={state.field} input={props.input} />}
        {isExplaining && (
          <ExplainDialog
            query={draft}
            earliest={state.earliest}
            latest={state.latest}
            onClose={() => setIsExplaining(false)}
          />
        )}
        {shortened !== undefined && (
          <ShortLinkDialog address={shortened} onClose={() => setShortened(undefined)} />
        )}
      </Suspense>
    </>
  );
}

/** The histogram counts the events of the search; later commands may have removed some. */
function totalOf({ facts, histogram }: SearchBodyProps): number | undefined {
  const isWhole = facts.result.query?.stages.length === 1;
  return histogram.isPlaceholderData || !isWhole ? undefined : histogram.data?.total;
}

function Fields({ fields, isFailed, state }: SearchBodyProps) {
  return (
    <FieldRail
      list={isFailed ? undefined : fields.data}
      isFailed={isFailed}
      isLoading={fields.isFetching}
      error={isFailed ? null : fields.error}
      columns={state.columns}
      onRetry={() => void fields.refetch()}
    />
  );
}

/** Same as in the style sheet: below this width there is no room next to the events. */
const NARROW = '(max-width: 48em)';

interface NarrowButtonsProps {
  readonly isMore: boolean;
  readonly onMore: (isMore: boolean) => void;
  /** The fields, where there are any. */
  readonly children: ReactNode;
}

/** Opens, with one tap, what is shown next to the events on wide screens. */
function NarrowButtons({ isMore, onMore, children }: NarrowButtonsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasFields = children !== false;
  const look = { size: 'compact-xs', variant: 'default' } as const;
  return (
    <>
      {hasFields && (
        <Button {...look} onClick={() => setIsOpen(true)}>
          Fields
        </Button>
      )}
      <Button
        {...look}
        aria-expanded={isMore}
        aria-label="More actions"
        onClick={() => onMore(!isMore)}
      >
        More
      </Button>
      {isOpen && hasFields && (
        <Suspense>
          <FieldDrawer onClose={() => setIsOpen(false)}>{children}</FieldDrawer>
        </Suspense>
      )}
    </>
  );
}

function ModeSwitch({ state, facts }: { readonly state: SearchState; readonly facts: QueryFacts }) {
  const { actions } = usePage();
  const modes = [
    ...(facts.isTable ? [{ value: 'statistics', label: 'Statistics' }] : []),
    { value: 'events', label: 'Events' },
    { value: 'patterns', label: 'Patterns' },
  ];
  const value =
    state.mode === 'patterns'
      ? 'patterns'
      : facts.isTable && state.mode === 'auto'
        ? 'statistics'
        : 'events';
  return (
    <SegmentedControl
      aria-label="Mode"
      size="xs"
      value={value}
      data={modes}
      onChange={(next) => actions.change({ mode: modeOf(next, facts), isLive: false })}
    />
  );
}

function modeOf(value: string, facts: QueryFacts): SearchState['mode'] {
  if (value === 'patterns') return 'patterns';
  return value === 'events' && facts.isTable ? 'events' : 'auto';
}

function LiveButton({ isLive }: { readonly isLive: boolean }) {
  const { actions } = usePage();
  return (
    <Button
      size="compact-xs"
      variant={isLive ? 'filled' : 'default'}
      aria-pressed={isLive}
      leftSection={<Icon name={isLive ? 'pause' : 'play'} size={12} />}
      onClick={() => actions.change({ isLive: !isLive, mode: 'auto', event: undefined })}
    >
      {isLive ? 'Stop live tail' : 'Live tail'}
    </Button>
  );
}
