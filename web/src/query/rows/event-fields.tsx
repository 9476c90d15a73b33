/** The fields of an event, each with what can be done with it. */
import { ActionIcon, CopyButton, TextInput, Tooltip } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { textOf } from '../../../../src/charts/chart-data.ts';
import { Icon, type IconName } from '../../parts/icons.tsx';
import type { RowLink } from '../../data/data-links.ts';
import { LinkList, useRowLinks } from '../links/field-links.tsx';
import { followId } from './follow-id.ts';
import { canFilter, fieldNames, isIdentifier, type LogEvent } from './log-event.ts';
import { toSafeText } from '../../parts/log-text.ts';
import { type RowsHost, useRowsHost } from './rows-context.tsx';
import { LongText } from './long-text.tsx';

const SEARCH_FROM = 12;
const VALUE_CHARACTERS_MAX = 1_000;
const NO_LINKS: readonly RowLink[] = [];

interface EventFieldsProps {
  readonly event: LogEvent;
  readonly words: readonly string[];
}

export function EventFields({ event, words }: EventFieldsProps) {
  const [search, setSearch] = useState('');
  const { row } = event;
  const names = useMemo(() => fieldNames(row), [row]);
  const linksFor = useRowLinks();
  const links = useMemo(
    () => new Map(names.map((name) => [name, linksFor(row, name)])),
    [names, row, linksFor],
  );
  const wanted = search.trim().toLowerCase();
  const shown = names.filter(
    (name) =>
      wanted === '' ||
      name.toLowerCase().includes(wanted) ||
      textOf(row[name]).toLowerCase().includes(wanted),
  );
  return (
    <div className="sx-fields">
      <LongText text={event.text} words={words} charactersMax={2_000} />
      {names.length >= SEARCH_FROM && (
        <TextInput
          className="sx-fields-search"
          placeholder={`Search ${names.length} fields`}
          aria-label="Search fields and values"
          value={search}
          onChange={(change) => setSearch(change.currentTarget.value)}
        />
      )}
      <table className="sx-field-table">
        <caption className="xp-hidden">Event fields</caption>
        <colgroup>
          <col className="sx-field-col-name" />
          <col className="sx-field-col-actions" />
          <col />
        </colgroup>
        <tbody>
          {shown.map((name) => (
            <FieldLine
              key={name}
              event={event}
              name={name}
              value={row[name]}
              links={links.get(name) ?? NO_LINKS}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const FieldLine = memo(function FieldLine(props: {
  readonly event: LogEvent;
  readonly name: string;
  readonly value: unknown;
  readonly links: readonly RowLink[];
}) {
  const { event, name, value, links } = props;
  const { filter, find, toggleColumn } = useRowsHost();
  const text = textOf(value);
  const isUsable = canFilter(name, value);
  return (
    <tr>
      <th scope="row">{toSafeText(name)}</th>
      <td className="sx-field-actions">
        {isUsable && filter !== undefined && (
          <>
            <Act
              icon="plus"
              label={`Include ${name}=${text}`}
              onClick={() => filter({ action: 'include', field: name, value: text })}
            />
            <Act
              icon="minus"
              label={`Exclude ${name}=${text}`}
              onClick={() => filter({ action: 'exclude', field: name, value: text })}
            />
          </>
        )}
        {toggleColumn !== undefined && (
          <Act
            icon="columns"
            label={`Add or remove column ${name}`}
            onClick={() => toggleColumn(name)}
          />
        )}
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Act
              icon={copied ? 'check' : 'copy'}
              label={copied ? 'Copied' : `Copy value of ${name}`}
              onClick={copy}
            />
          )}
        </CopyButton>
      </td>
      <td className="sx-field-value">
        {isUsable && isIdentifier(name) && find !== undefined ? (
          <FollowButton event={event} name={name} text={text} find={find} />
        ) : (
          <Value text={text} />
        )}
        <LinkList links={links} />
      </td>
    </tr>
  );
});

interface FollowButtonProps {
  readonly event: LogEvent;
  readonly name: string;
  readonly text: string;
  readonly find: NonNullable<RowsHost['find']>;
}

function FollowButton({ event, name, text, find }: FollowButtonProps) {
  const { range } = useRowsHost();
  const [isLooking, setIsLooking] = useState(false);
  const follow = async (): Promise<void> => {
    setIsLooking(true);
    const { query, part } = await followId(event, name, text, range);
    setIsLooking(false);
    find(query, part);
  };
  return (
    <button
      type="button"
      className="sx-link"
      title="All events with this ID, oldest first"
      aria-label={`All events with ${name} ${text}`}
      aria-busy={isLooking}
      disabled={isLooking}
      onClick={() => void follow()}
    >
      {toSafeText(text)}
      {isLooking && ' …'}
    </button>
  );
}

function Value({ text }: { readonly text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  if (text.length <= VALUE_CHARACTERS_MAX || isWhole) return toSafeText(text);
  return (
    <>
      {toSafeText(text.slice(0, VALUE_CHARACTERS_MAX))}…{' '}
      <button type="button" className="sx-link" onClick={() => setIsWhole(true)}>
        Show all
      </button>
    </>
  );
}

interface ActProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
}

function Act({ icon, label, onClick }: ActProps) {
  const name = label.length > 120 ? `${label.slice(0, 120)}…` : label;
  return (
    <Tooltip label={toSafeText(name)} openDelay={400}>
      <ActionIcon size={18} variant="subtle" color="gray" aria-label={name} onClick={onClick}>
        <Icon name={icon} size={12} />
      </ActionIcon>
    </Tooltip>
  );
}
