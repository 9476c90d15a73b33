import { useMemo } from 'react';
import { useShortcuts } from '../../../shell/use-shortcuts.ts';
import type { QueryEditorHandle } from '../../../query/editor/create-editor.ts';
import type { LogEvent } from '../../../query/rows/log-event.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import type { SearchState } from '../../../data/search-state.ts';
import type { PageActions } from '../page-context.tsx';
import { useLatest } from '../../../parts/use-latest.ts';

interface ShortcutNeeds {
  readonly events: readonly LogEvent[];
  readonly openId: string | undefined;
  readonly editor: QueryEditorHandle | undefined;
  readonly actions: PageActions;
  readonly onTime: (isOpen: boolean) => void;
  readonly state: SearchState;
  /** What a share copies. */
  readonly link: string;
}

/** `/` the query, `d` the time, `j` and `k` through the events with their details open, `p`, `l` and `s` as their buttons. */
export function usePageShortcuts(needs: ShortcutNeeds): void {
  const latest = useLatest(needs);
  const shortcuts = useMemo(() => {
    const step = (by: number) => () => {
      const { events, openId, actions } = latest.current;
      const at = events.findIndex(({ id }) => id === openId);
      const next = events[at < 0 ? 0 : Math.min(Math.max(0, at + by), events.length - 1)];
      if (next !== undefined) actions.openEvent(next.id);
    };
    return {
      '/': () => latest.current.editor?.focus(),
      d: () => latest.current.onTime(true),
      j: step(1),
      k: step(-1),
      p: () => {
        const { state, actions } = latest.current;
        actions.change({ mode: state.mode === 'patterns' ? 'auto' : 'patterns', isLive: false });
      },
      l: () => {
        const { state, actions } = latest.current;
        actions.change({ isLive: !state.isLive, mode: 'auto', event: undefined });
      },
      s: () => void copyLink(latest.current.link),
      Escape: () => {
        if (latest.current.openId !== undefined) latest.current.actions.openEvent(undefined);
      },
    };
  }, [latest]);
  useShortcuts(shortcuts);
}

async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    sayDone('Link copied');
  } catch {
    sayDone("Couldn't access the clipboard. Use Share instead.");
  }
}
