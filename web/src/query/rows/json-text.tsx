import { LineText } from './line-text.tsx';
import type { JsonLine } from './json-line.ts';

interface JsonTextProps {
  readonly line: JsonLine;
  readonly marker: RegExp | undefined;
  readonly isWrapped: boolean;
}

/** The message first, since it is what people look for. */
export function JsonText({ line: { message, pairs }, marker, isWrapped }: JsonTextProps) {
  return (
    <>
      {message !== '' && <LineText text={message} marker={marker} isWrapped={isWrapped} />}
      {pairs.map(([name, value]) => (
        <span key={name} className="sx-pair">
          {' '}
          <span className="sx-chip-name">
            <LineText text={name} marker={undefined} isWrapped={false} charactersMax={80} />=
          </span>
          <LineText text={value} marker={marker} isWrapped={isWrapped} />
        </span>
      ))}
    </>
  );
}
