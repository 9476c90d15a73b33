import { ActionIcon, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { dataLinksQuery, linksOf, type RowLink } from '../../data/data-links.ts';
import { Icon } from '../../parts/icons.tsx';
import { toSafeText } from '../../parts/log-text.ts';
import './field-links.css';

type RowLinks = (row: Readonly<Record<string, unknown>>, field: string) => readonly RowLink[];

/** The links of any field of a row; none until they are known. */
export function useRowLinks(): RowLinks {
  const { data } = useQuery(dataLinksQuery);
  return useCallback((row, field) => (data === undefined ? [] : linksOf(data, row, field)), [data]);
}

/** Other pages need not know who comes. */
export const OUTWARD = { target: '_blank', rel: 'noopener noreferrer' } as const;

export function linkWords({ name, host }: RowLink): string {
  return `${toSafeText(name)} (${host})`;
}

interface LinksProps {
  readonly links: readonly RowLink[];
}

/** Where the value of a field leads in other tools, each with its host. */
export function LinkList({ links }: LinksProps) {
  return links.map((link) => (
    <a key={link.id} className="xp-data-link" href={link.href} {...OUTWARD}>
      <Icon name="link" size={11} />
      {toSafeText(link.name)} <span>{link.host}</span>
    </a>
  ));
}

/** The same where there is no room for words. */
export function LinkSigns({ links }: LinksProps) {
  return links.map((link) => (
    <Tooltip key={link.id} label={linkWords(link)}>
      <ActionIcon
        component="a"
        size={16}
        variant="subtle"
        className="xp-data-link-sign"
        href={link.href}
        aria-label={linkWords(link)}
        {...OUTWARD}
      >
        <Icon name="link" size={11} />
      </ActionIcon>
    </Tooltip>
  ));
}
