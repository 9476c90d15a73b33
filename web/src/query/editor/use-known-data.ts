import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { FieldList } from '../../../../src/contract/search-views.ts';
import { EMPTY_DATA, type KnownData, knowFields } from './known-data.ts';
import { indexesQuery } from '../../data/indexes-query.ts';
import { macrosQuery } from '../../data/macros-query.ts';
import { lookupsQuery } from '../../data/lookups-query.ts';
import { savedSearchesQuery } from '../../data/saved-searches-query.ts';
import { useMacros } from './use-macros.ts';
import { fieldsQuery } from '../read/use-views.ts';

/** Names that were read this recently are offered as they are. */
const NAMES_MS = 60_000;
/** How far back names and values are collected for completion. */
const KNOWN_RANGE = { earliest: '-24h', latest: 'now' } as const;

/**
 * What completion can offer: all names and values of the last day, read once when the editor is first used,
 * and those of the present result. Typing never waits for any of it.
 */
export function useKnownData(
  organization: string,
  present: FieldList | undefined,
): { readonly known: KnownData; readonly learn: () => void } {
  const [isWanted, setIsWanted] = useState(false);
  const indexes = useQuery({ ...indexesQuery, staleTime: NAMES_MS });
  const saved = useQuery(savedSearchesQuery);
  const lookups = useQuery({ ...lookupsQuery, staleTime: NAMES_MS });
  const macros = useQuery(macrosQuery).data;
  const expandMacro = useMacros();
  const all = useQuery({
    ...fieldsQuery({ organization, query: '', ...KNOWN_RANGE, run: 0 }),
    staleTime: 5 * 60_000,
    enabled: isWanted,
  });
  const known = useMemo(
    () =>
      knowFields(
        {
          ...EMPTY_DATA,
          indexes: (indexes.data ?? []).map(({ name }) => name),
          savedSearches: (saved.data ?? []).map(({ name }) => name),
          lookups: (lookups.data ?? []).map(({ name }) => name),
          macros: macros ?? [],
          expandMacro,
        },
        all.data?.fields ?? [],
        present?.fields ?? [],
      ),
    [indexes.data, saved.data, lookups.data, macros, expandMacro, all.data, present],
  );
  return { known, learn: () => setIsWanted(true) };
}
