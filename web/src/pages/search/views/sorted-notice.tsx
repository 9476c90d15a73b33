import { Button } from '@mantine/core';
import { printName } from '../../../../../src/language/index.ts';
import { countOf } from '../../../parts/sizes.ts';
import type { Order } from '../../../data/search-state.ts';
import { withCommand } from '../logic/field-queries.ts';
import { usePage } from '../page-context.tsx';

interface SortedNoticeProps {
  readonly order: Order;
  readonly loaded: number;
  readonly hasMore: boolean;
}

/** Notes which events a sorted table covers, and how to sort all of them. */
export function SortedNotice({ order, loaded, hasMore }: SortedNoticeProps) {
  const { actions } = usePage();
  const { field, isDown } = order;
  const sortAll = (): void => {
    const sorted = `sort ${isDown ? '-' : ''}${printName(field)}`;
    actions.edit((query) => withCommand(query, sorted), { order: undefined, sort: 'newest' });
  };
  return (
    <div className="sx-sorted" role="note" aria-label="Sort order">
      <span>
        Sorted by {field}, {isDown ? 'descending' : 'ascending'}:{' '}
        {hasMore
          ? `only the ${countOf(loaded, 'event')} loaded so far`
          : `all ${countOf(loaded, 'event')}`}
      </span>
      {hasMore && (
        <Button size="compact-xs" variant="light" onClick={sortAll}>
          Sort all events
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        onClick={() => actions.change({ order: undefined })}
      >
        Sort by time
      </Button>
    </div>
  );
}
