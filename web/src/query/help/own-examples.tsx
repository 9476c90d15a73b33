import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Example } from '../../../../src/language/index.ts';
import { Icon } from '../../parts/icons.tsx';
import { ColoredQuery } from '../editor/colored-query.tsx';
import { adaptExample, type OwnData, type OwnExample } from './adapt-example.ts';

interface OwnExamplesProps {
  readonly examples: readonly Example[];
  readonly data: OwnData;
  readonly onRun: (query: string) => void;
}

/** Each is a button that runs it. */
export function OwnExamples({ examples, data, onRun }: OwnExamplesProps) {
  const own = useMemo(() => examples.map((each) => adaptExample(each, data)), [examples, data]);
  return (
    <ul className="sx-help-examples" aria-label="Examples">
      {own.map((example) => (
        <li key={example.query}>
          <Text size="xs" component="div">
            <Words text={example.does} />
          </Text>
          <button type="button" className="sx-help-run" onClick={() => onRun(example.query)}>
            <span className="xp-hidden">Run </span>
            <code>
              <ColoredQuery text={example.query} />
            </code>
            <Icon name="play" size={11} />
          </button>
          <Swapped example={example} />
        </li>
      ))}
    </ul>
  );
}

/** The sentence above describes the original example, so the differences are listed here. */
function Swapped({ example: { swaps, lacks } }: { readonly example: OwnExample }) {
  if (swaps.length === 0 && lacks.length === 0) return null;
  const here = swaps.map(({ from, to }) => `${to} instead of ${from}`).join(', ');
  return (
    <Text size="xs" c="dimmed" component="div">
      {here !== '' && `Uses ${here} because your data lacks the original. `}
      {lacks.length > 0 && `Your data has no ${lacks.join(', ')}.`}
    </Text>
  );
}

/** Text of the reference; parts in backticks are rendered as code. */
export function Words({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part));
}
