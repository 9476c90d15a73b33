/** Reference pages, generated from the tables that the parser and the documentation also use. */
import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import {
  EVAL_FUNCTIONS,
  type EvalFunction,
  findCommand,
  printSignature,
  STATS_FUNCTIONS,
  type StatsFunction,
} from '../../../../src/language/index.ts';
import type { OwnData } from './adapt-example.ts';
import { OwnExamples, Words } from './own-examples.tsx';
import { examplesOf } from '../../../../src/language/commands/examples/examples.ts';
import { summaryOf } from '../../../../src/language/functions/function-summaries.ts';
import { FUNCTION_EXAMPLES } from '../../../../src/language/functions/function-examples.ts';

interface CommandPageProps {
  readonly name: string;
  readonly data: OwnData;
  readonly onRun: (query: string) => void;
}

export function CommandPage({ name, data, onRun }: CommandPageProps) {
  const command = findCommand(name);
  if (command === undefined) return null;
  const { summary, syntax, aliases, options } = command;
  return (
    <>
      <h2 className="sx-help-title">{name}</h2>
      <Text size="sm">
        <Words text={summary} />
      </Text>
      <code className="sx-help-syntax">{syntax}</code>
      {aliases !== undefined && (
        <Text size="xs" c="dimmed">
          Aliases: {aliases.join(', ')}
        </Text>
      )}
      {options.length > 0 && (
        <>
          <h3 className="sx-help-part">Options</h3>
          <Entries
            entries={options.map((option) => ({
              name: `${option.name}=${option.value}`,
              text: `${option.summary}${option.default === undefined ? '' : ` Default: ${option.default}.`}`,
            }))}
          />
        </>
      )}
      <h3 className="sx-help-part">Examples</h3>
      <OwnExamples examples={examplesOf(command)} data={data} onRun={onRun} />
    </>
  );
}

export function Functions({ name }: { readonly name: string | undefined }) {
  const entries = Object.entries<EvalFunction>(EVAL_FUNCTIONS).map(([each, facts]) => ({
    name: printSignature(each, facts.parameters),
    text: `${summaryOf(each)} \`${FUNCTION_EXAMPLES[each] ?? ''}\``,
    isWanted: each === name,
  }));
  return (
    <>
      <h2 className="sx-help-title">Functions for eval and where</h2>
      <Entries entries={entries} />
    </>
  );
}

export function Aggregations({ name }: { readonly name: string | undefined }) {
  const entries = Object.entries<StatsFunction>(STATS_FUNCTIONS).map(([each, facts]) => ({
    name: `${each}${facts.percentile === true ? '<number>' : ''}${facts.argument === 'optional' ? '[(<field>)]' : '(<field>)'}`,
    text: facts.summary,
    isWanted: each === name,
  }));
  return (
    <>
      <h2 className="sx-help-title">Aggregations for stats, timechart and chart</h2>
      <Entries entries={entries} />
    </>
  );
}

interface Entry {
  readonly name: string;
  readonly text: string;
  /** The requested entry, which is scrolled into view. */
  readonly isWanted?: boolean;
}

function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  const wanted = useRef<HTMLElement>(null);
  const wantedName = entries.find(({ isWanted }) => isWanted === true)?.name;
  useEffect(() => {
    wanted.current?.scrollIntoView({ block: 'center' });
  }, [wantedName]);
  return (
    <dl className="sx-help-entries">
      {entries.map(({ name, text, isWanted }) => (
        <div key={name} data-wanted={isWanted || undefined}>
          <dt ref={isWanted === true ? wanted : undefined}>
            <code>{name}</code>
          </dt>
          <dd>
            <Words text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
