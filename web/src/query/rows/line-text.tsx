import { Fragment, memo } from 'react';
import { cutText, isPlain, LIST_CHARACTERS_MAX, toOneLine, toRuns } from '../../parts/log-text.ts';
import { markWords } from './mark-words.ts';

interface LineTextProps {
  readonly text: string;
  readonly marker: RegExp | undefined;
  readonly isWrapped: boolean;
  readonly charactersMax?: number;
}

/** Displays the text of an event as plain text, regardless of its content. */
export const LineText = memo(function LineText(props: LineTextProps) {
  const { marker, isWrapped, charactersMax = LIST_CHARACTERS_MAX } = props;
  const { text, isCut } = cutText(props.text, charactersMax);
  const shown = isWrapped ? text : toOneLine(text);
  return (
    <>
      {isPlain(shown)
        ? marked(shown, marker)
        : toRuns(shown).map((run, place) => (
            <span
              key={place}
              className={run.look === undefined ? undefined : `sx-look-${run.look}`}
            >
              {marked(run.text, marker)}
            </span>
          ))}
      {isCut && (
        <span className="sx-cut">
          … {props.text.length.toLocaleString('en-US')} characters. Open to see all
        </span>
      )}
    </>
  );
});

function marked(text: string, marker: RegExp | undefined) {
  if (marker === undefined) return text;
  return markWords(text, marker).map((piece, place) =>
    piece.isMarked ? (
      <mark key={place}>{piece.text}</mark>
    ) : (
      <Fragment key={place}>{piece.text}</Fragment>
    ),
  );
}
