import { fieldQueries, withCommand } from '../logic/field-queries.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { memo, useState } from 'react';
import { Icon } from '../../../parts/icons.tsx';
import { type FieldFacts, kindOf, shareText, type ValueKind } from '../logic/field-groups.ts';
import { toSafeText } from '../../../parts/log-text.ts';
import { formatCount, shortCount } from '../../../parts/sizes.ts';
import { togglePin } from '../logic/preferences.ts';
import { usePage } from '../page-context.tsx';
import { FIELD_DRAG_TYPE } from '../../../query/rows/field-drag.ts';

interface FieldEntryProps {
  readonly field: FieldFacts;
  readonly sampled: number;
  readonly isColumn: boolean;
  readonly isPinned: boolean;
}

const KINDS: Readonly<Record<ValueKind, { readonly sign: string; readonly name: string }>> = {
  text: { sign: 'a', name: 'text' },
  number: { sign: '#', name: 'number' },
  flag: { sign: '?', name: 'boolean' },
  id: { sign: '⁝', name: 'identifier' },
};

/** Pinned fields with at most this many distinct values show them initially. */
const OPEN_DISTINCT_MAX = 6;

export const FieldEntry = memo(function FieldEntry(props: FieldEntryProps) {
  const { field, sampled, isPinned } = props;
  const { actions } = usePage();
  const [isOpen, setIsOpen] = useState(isPinned && field.distinct <= OPEN_DISTINCT_MAX);
  const kind = KINDS[kindOf(field)];
  const name = toSafeText(field.name);
  return (
    <div className="sx-field">
      <div
        className="sx-field-head"
        draggable
        onDragStart={(drag) => drag.dataTransfer.setData(FIELD_DRAG_TYPE, field.name)}
      >
        <button
          type="button"
          className="sx-field-name"
          aria-expanded={isOpen}
          aria-label={`Values of ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="sx-kind" title={kind.name} data-sign={kind.sign} />
          <span className="sx-field-label" title={name}>
            {name}
          </span>
        </button>
        <span
          className="sx-share"
          title={`In ${formatCount(field.count)} of ${formatCount(sampled)} events, ${formatCount(field.distinct)} unique values`}
        >
          {shareText(field.count, sampled)}
        </span>
        <ActionIcon
          className="sx-field-menu sx-field-statistics"
          size={18}
          variant="subtle"
          color="gray"
          aria-label={`Statistics of ${name}`}
          title="Statistics"
          onClick={() => actions.change({ field: field.name })}
        >
          <Icon name="chart" size={13} />
        </ActionIcon>
        <FieldMenu {...props} />
      </div>
      {isOpen && <Values field={field} />}
    </div>
  );
});

function FieldMenu({ field, isColumn, isPinned }: FieldEntryProps) {
  const { actions, preferences, setPreferences } = usePage();
  const { name } = field;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          className="sx-field-menu"
          size={18}
          variant="subtle"
          color="gray"
          aria-label={`Actions for ${toSafeText(name)}`}
        >
          <Icon name="dots" size={13} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => actions.toggleColumn(name)}>
          {isColumn ? 'Remove column' : 'Add as column'}
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            setPreferences({ pinnedFields: togglePin(preferences.pinnedFields, name) })
          }
        >
          {isPinned ? 'Unpin' : 'Pin'}
        </Menu.Item>
        <Menu.Divider />
        <FieldQueriesMenu field={field} />
        <Menu.Divider />
        <Menu.Item onClick={() => actions.filter({ action: 'exists', field: name })}>
          Field exists
        </Menu.Item>
        <Menu.Item onClick={() => actions.filter({ action: 'missing', field: name })}>
          Field is missing
        </Menu.Item>
        <Menu.Item onClick={() => actions.filter({ action: 'clear', field: name })}>
          Clear filters on this field
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Values({ field }: { readonly field: FieldFacts }) {
  const { actions } = usePage();
  const most = field.values[0]?.count ?? 1;
  return (
    <ul className="sx-values" aria-label={`Top values of ${toSafeText(field.name)}`}>
      {field.values.map(({ value, count }) => {
        const shown = toSafeText(value.length > 200 ? `${value.slice(0, 200)}…` : value);
        const filter = (action: 'include' | 'exclude' | 'only') => () =>
          actions.filter({ action, field: field.name, value });
        return (
          <li key={value} className="sx-value">
            <span className="sx-bar" style={{ width: `${(count / most) * 100}%` }} />
            <button
              type="button"
              className="sx-value-name"
              title={`${shown}: ${formatCount(count)}`}
              aria-label={`Include ${toSafeText(field.name)}=${shown}`}
              onClick={filter('include')}
            >
              <span className="sx-value-text">{shown}</span>
            </button>
            <span className="sx-count">{shortCount(count)}</span>
            <span className="sx-value-actions">
              <button
                type="button"
                aria-label={`Only ${toSafeText(field.name)}=${shown}`}
                onClick={filter('only')}
              >
                only
              </button>
              <button
                type="button"
                aria-label={`Exclude ${toSafeText(field.name)}=${shown}`}
                onClick={filter('exclude')}
              >
                −
              </button>
            </span>
          </li>
        );
      })}
      {field.distinct > field.values.length && (
        <li className="sx-more">{formatCount(field.distinct - field.values.length)} more values</li>
      )}
    </ul>
  );
}

/** Writes the query for the table or chart of a field; the Back of the browser takes it away again. */
function FieldQueriesMenu({ field }: { readonly field: FieldFacts }) {
  const { actions } = usePage();
  return fieldQueries(field.name, kindOf(field)).map(({ label, command }) => (
    <Menu.Item
      key={label}
      title={`| ${command}`}
      onClick={() =>
        actions.edit((query) => withCommand(query, command), {
          mode: 'auto',
          isLive: false,
          order: undefined,
        })
      }
    >
      {label}
    </Menu.Item>
  ));
}
