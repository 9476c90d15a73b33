import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { DETAIL_CHARACTERS_MAX } from '../../parts/log-text.ts';
import { createMarker } from './mark-words.ts';
import { formatCount } from '../../parts/sizes.ts';
import { LineText } from './line-text.tsx';

interface LongTextProps {
  readonly text: string;
  readonly words: readonly string[];
  readonly charactersMax?: number;
}

/** Frames a text of any length; a button reveals the part that was cut off. */
export function LongText({ text, words, charactersMax = DETAIL_CHARACTERS_MAX }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  const marker = useMemo(() => createMarker(words), [words]);
  const isCut = text.length > charactersMax && !isWhole;
  return (
    <div className="sx-long">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <pre className="sx-pre" tabIndex={0} aria-label="Event text">
        <LineText
          text={isCut ? text.slice(0, charactersMax) : text}
          marker={marker}
          isWrapped
          charactersMax={Number.MAX_SAFE_INTEGER}
        />
        {isCut && '…'}
      </pre>
      {isCut && (
        <Button size="compact-xs" variant="default" onClick={() => setIsWhole(true)}>
          Show all {formatCount(text.length)} characters
        </Button>
      )}
    </div>
  );
}
