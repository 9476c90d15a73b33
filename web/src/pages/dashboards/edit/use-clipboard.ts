/**
 * Copying and pasting panels: as text in the clipboard, and stored in this browser in case the clipboard cannot be
 * read.
 */
import { useEffect, useState } from 'react';
import type { CompletePanel } from '../../../../../src/contract/definition-form.ts';
import { readStored, writeStored } from '../../../data/stored.ts';
import { useLatest } from '../../../parts/use-latest.ts';
import { readPanels, writePanels } from '../logic/panel-text.ts';

const KEY = 'xplain-copied-panels';

interface PanelClipboard {
  readonly copy: (panel: CompletePanel) => void;
  /** What was copied last; undefined where nothing was. */
  readonly copied: readonly CompletePanel[] | undefined;
}

export function useClipboard(onPaste: (panels: readonly CompletePanel[]) => void): PanelClipboard {
  const [copied, setCopied] = useState(kept);
  const latest = useLatest(onPaste);
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      if (isTyping(event.target)) return;
      const panels = readPanels(event.clipboardData?.getData('text/plain') ?? '');
      if (panels === undefined) return;
      event.preventDefault();
      latest.current(panels);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [latest]);
  return {
    copied,
    copy: (panel) => {
      const text = writePanels([panel]);
      writeStored(sessionStorage, KEY, text);
      setCopied(readPanels(text));
      // Browsers reject this on addresses without TLS; the stored text is still available.
      void navigator.clipboard?.writeText(text).catch(() => undefined);
    },
  };
}

function kept(): CompletePanel[] | undefined {
  const text = readStored(sessionStorage, KEY);
  return typeof text === 'string' ? readPanels(text) : undefined;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, [role="dialog"]') !== null;
}
