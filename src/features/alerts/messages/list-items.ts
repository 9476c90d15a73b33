import { isoTime } from '../../../base/clock.ts';
import { plainNumber } from '../../../charts/index.ts';
import { RESOLVED_REASON_WORDS } from '../../../spec/alerts.ts';
import { groupText, type MessageItem } from './message.ts';

const HEADINGS = {
  fired: 'Firing',
  still_firing: 'Still firing',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
} as const satisfies Record<MessageItem['transition'], string>;

/** The incidents of a message, one line each, under what happened to them. */
export function listItems(items: readonly MessageItem[], total: number): string[] {
  const lines = Object.entries(HEADINGS).flatMap(([transition, heading]) => {
    const those = items.filter((item) => item.transition === transition);
    if (those.length === 0) return [];
    return [`${heading}:`, ...those.map((item) => `- ${itemText(item)}`)];
  });
  const hidden = total - items.length;
  return hidden > 0 ? [...lines, `and ${hidden} more (${total} in total)`] : lines;
}

function itemText(item: MessageItem): string {
  const name = groupText(item.group) || 'all events';
  const value = item.value === null ? '' : `: ${valueText(item.value)}`;
  const since = `since ${isoTime(item.firedAt)}`;
  const isOver = item.transition === 'resolved' && item.resolvedAt !== null;
  if (!isOver) return `${name}${value} (${since})`;
  const reason =
    item.resolvedReason === null ? '' : `: ${RESOLVED_REASON_WORDS[item.resolvedReason]}`;
  return `${name} (${since}, until ${isoTime(item.resolvedAt)}${reason})`;
}

export function valueText(value: number | null): string {
  return value === null ? '' : plainNumber(value);
}
