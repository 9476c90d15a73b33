/** The events of a search by what they have in common: one line for thousands that differ in a number. */
import { Button, Text } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { levelOf } from '../../../../../src/charts/colors.ts';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import type { PatternList } from '../../../../../src/contract/search-views.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { usePatterns, type ViewInput } from '../../../query/read/use-views.ts';
import { shareText } from '../logic/field-groups.ts';
import { cutText, toOneLine, toSafeText } from '../../../parts/log-text.ts';
import { formatCount } from '../../../parts/sizes.ts';
import {
  excludePattern,
  includePattern,
  phrasesOf,
  templateParts,
} from '../../../query/text/pattern-query.ts';
import { usePage } from '../page-context.tsx';
import { WaitingLines } from '../../../parts/waiting-lines.tsx';

type Pattern = PatternList['patterns'][number];

/** Seen for the first time in the last tenth of the range. */
const NEW_SHARE = 0.9;

export function PatternsView({ input }: { readonly input: ViewInput }) {
  const patterns = usePatterns(input);
  const list = patterns.data;
  if (list === undefined) {
    if (patterns.error !== null) {
      return <ErrorNotice error={patterns.error} onRetry={() => void patterns.refetch()} />;
    }
    return <WaitingLines label="Looking for patterns" lines={10} height={18} />;
  }
  if (list.patterns.length === 0) {
    return (
      <EmptyState icon="list" title="No patterns">
        No events were found. Widen the range of time or remove a filter.
      </EmptyState>
    );
  }
  return <PatternTable list={list} />;
}

function PatternTable({ list }: { readonly list: PatternList }) {
  const newSince = useMemo(() => {
    const from = Date.parse(list.from);
    return from + (Date.parse(list.to) - from) * NEW_SHARE;
  }, [list]);
  const most = list.patterns[0]?.count ?? 1;
  return (
    <div className="sx-patterns">
      <Text size="xs" c="dimmed" className="sx-patterns-note" component="output">
        {formatCount(list.found)} patterns in {formatCount(list.sampled)}
        {list.sampled < list.matched ? ` of ${formatCount(list.matched)}` : ''} events
        {list.sampled < list.matched ? '; counts are estimates' : ''}
        {list.found > list.patterns.length ? `; the ${list.patterns.length} most frequent` : ''}
      </Text>
      <table className="sx-pattern-table">
        <thead>
          <tr>
            <th scope="col">Events</th>
            <th scope="col">Share</th>
            <th scope="col">Pattern</th>
            <th scope="col">First seen</th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {list.patterns.map((pattern) => (
            <PatternRow key={pattern.id} pattern={pattern} most={most} newSince={newSince} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PatternRowProps {
  readonly pattern: Pattern;
  readonly most: number;
  readonly newSince: number;
}

const PatternRow = memo(function PatternRow({ pattern, most, newSince }: PatternRowProps) {
  const { timeZone } = usePage();
  const [isOpen, setIsOpen] = useState(false);
  const isNew = Date.parse(pattern.firstSeen) >= newSince;
  const template = toOneLine(toSafeText(cutText(pattern.template, 600).text));
  const time = (text: string): string => formatInstant(Date.parse(text), timeZone, 'seconds');
  return (
    <>
      <tr data-level={levelOf(pattern.severity)}>
        <td className="sx-number">{formatCount(pattern.estimate)}</td>
        <td className="sx-number">
          {shareText(Math.round(pattern.share * 10_000), 10_000)}
          <span className="sx-share-bar" style={{ width: `${(pattern.count / most) * 100}%` }} />
        </td>
        <td className="sx-template">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`Pattern ${template}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {templateParts(template).map(({ text, isPlaceholder }, place) => (
              <span key={place} className={isPlaceholder ? 'sx-placeholder' : undefined}>
                {text}
              </span>
            ))}
          </button>
        </td>
        <td className="sx-when">
          {isNew && <span className="sx-new">new</span>} {time(pattern.firstSeen)}
        </td>
        <td className="sx-when">{time(pattern.lastSeen)}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <PatternDetail pattern={pattern} />
          </td>
        </tr>
      )}
    </>
  );
});

function PatternDetail({ pattern }: { readonly pattern: Pattern }) {
  const { actions, timeZone } = usePage();
  const canFilter = phrasesOf(pattern.template).length > 0;
  return (
    <div className="sx-pattern-detail">
      <div className="sx-pattern-actions">
        <Button
          size="compact-xs"
          variant="default"
          disabled={!canFilter}
          onClick={() => actions.edit((query) => includePattern(query, pattern.template))}
        >
          Include
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={!canFilter}
          onClick={() => actions.edit((query) => excludePattern(query, pattern.template))}
        >
          Exclude
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={!canFilter}
          onClick={() => actions.run(includePattern('', pattern.template), { mode: 'events' })}
        >
          Open as query
        </Button>
      </div>
      <ul className="sx-samples" aria-label="Samples">
        {pattern.samples.map((sample) => (
          <li key={sample._id}>
            <time dateTime={sample._time}>{formatInstant(Date.parse(sample._time), timeZone)}</time>{' '}
            <button
              type="button"
              className="sx-link"
              onClick={() => actions.change({ mode: 'events', event: sample._id })}
            >
              {toOneLine(toSafeText(cutText(sample.event, 500).text))}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
