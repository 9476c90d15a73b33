/** The events of a search by what they have in common: one line for thousands that differ in a number. */
import { ActionIcon, Button, Text } from '@mantine/core';
import { memo, useState } from 'react';
import { levelOf } from '../../../../../src/charts/colors.ts';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import type { PatternList } from '../../../../../src/contract/search-views.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
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

export function PatternsView({ input }: { readonly input: ViewInput }) {
  const patterns = usePatterns(input);
  const list = patterns.data;
  if (list === undefined) {
    if (patterns.error !== null) {
      return <ErrorNotice error={patterns.error} onRetry={() => void patterns.refetch()} />;
    }
    return <WaitingLines label="Finding patterns" lines={10} height={18} />;
  }
  if (list.patterns.length === 0) {
    return (
      <EmptyState icon="list" title="No patterns">
        No events found. Widen the time range or remove a filter.
      </EmptyState>
    );
  }
  return <PatternTable list={list} />;
}

function PatternTable({ list }: { readonly list: PatternList }) {
  const most = list.patterns[0]?.count ?? 1;
  return (
    <div className="sx-patterns">
      <Text size="xs" c="dimmed" className="sx-patterns-note" component="output">
        {formatCount(list.found)} patterns in {formatCount(list.sampled)}
        {list.sampled < list.matched ? ` of ${formatCount(list.matched)}` : ''} events
        {list.sampled < list.matched ? ' (sampled; counts are approximate)' : ''}
        {list.found > list.patterns.length ? `; showing the top ${list.patterns.length}` : ''}
      </Text>
      <table className="sx-pattern-table">
        <thead>
          <tr>
            <th scope="col">Events</th>
            <th scope="col">Share</th>
            <th scope="col">Pattern</th>
            <th scope="col">Over time</th>
            <th scope="col">Last seen</th>
            <th scope="col">
              <span className="xp-hidden">Filter</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.patterns.map((pattern) => (
            <PatternRow key={pattern.id} pattern={pattern} most={most} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PatternRowProps {
  readonly pattern: Pattern;
  readonly most: number;
}

const PatternRow = memo(function PatternRow({ pattern, most }: PatternRowProps) {
  const { timeZone } = usePage();
  const [isOpen, setIsOpen] = useState(false);
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
        <td className="sx-when" title={`First seen ${time(pattern.firstSeen)}`}>
          <Course series={pattern.series} />
          {pattern.isNew === true && (
            <span className="sx-new" title="Not seen in the previous period">
              new
            </span>
          )}
        </td>
        <td className="sx-when">{time(pattern.lastSeen)}</td>
        <td>
          <PatternFilters pattern={pattern} name={template} />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={6}>
            <PatternDetail pattern={pattern} />
          </td>
        </tr>
      )}
    </>
  );
});

const COURSE_HEIGHT = 14;
const BAR_WIDTH = 3;

/** How often it came, from the beginning of the range to its end. */
function Course({ series }: Pick<Pattern, 'series'>) {
  const most = Math.max(1, ...series);
  return (
    <svg
      className="sx-course"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image could not take the colours of the page
      role="img"
      aria-label={`Over time: ${series.join(', ')}`}
      width={series.length * BAR_WIDTH}
      height={COURSE_HEIGHT}
    >
      {series.map((count, place) => {
        const height = count === 0 ? 0 : Math.max(1, (count / most) * COURSE_HEIGHT);
        return (
          <rect
            key={place}
            x={place * BAR_WIDTH}
            y={COURSE_HEIGHT - height}
            width={BAR_WIDTH - 1}
            height={height}
          />
        );
      })}
    </svg>
  );
}

/** What people do with most patterns, without opening one. */
function PatternFilters({ pattern, name }: { readonly pattern: Pattern; readonly name: string }) {
  const { actions } = usePage();
  if (phrasesOf(pattern.template).length === 0) return null;
  const { template } = pattern;
  const choices = [
    { verb: 'Include', icon: 'plus', change: includePattern },
    { verb: 'Exclude', icon: 'minus', change: excludePattern },
  ] as const;
  return (
    <span className="sx-pattern-filters">
      {choices.map(({ verb, icon, change }) => (
        <ActionIcon
          key={verb}
          size="xs"
          variant="subtle"
          color="gray"
          title={verb}
          aria-label={`${verb} pattern ${name}`}
          onClick={() => actions.edit((query) => change(query, template))}
        >
          <Icon name={icon} size={12} />
        </ActionIcon>
      ))}
    </span>
  );
}

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
