/** Starter queries for the organization's data, and an overview of the whole language. */
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import {
  COMMANDS,
  EVERY_COMMAND,
  type Example,
  STATS_FUNCTIONS,
} from '../../../../src/language/index.ts';
import { FUNCTION_SUMMARIES } from '../../../../src/language/functions/function-summaries.ts';
import { applyFilter } from '../text/edit-query.ts';
import { adaptExample, type OwnData } from './adapt-example.ts';
import type { HelpTopic } from './help-topic.ts';
import { OwnExamples, Words } from './own-examples.tsx';
import { prefixToName } from '../../../../src/spec/reserved-indexes.ts';
import { examplesOf } from '../../../../src/language/commands/examples/examples.ts';

interface HelpOverviewProps {
  readonly data: OwnData;
  readonly search: string;
  readonly onTopic: (topic: HelpTopic) => void;
  readonly onRun: (query: string) => void;
}

export function HelpOverview({ data, search, onTopic, onRun }: HelpOverviewProps) {
  const starters = useMemo(() => startersFor(data), [data]);
  return (
    <>
      {search === '' && (
        <>
          <h2 className="sx-help-title">Examples with your data</h2>
          <OwnNames data={data} onRun={onRun} />
          <OwnExamples examples={starters} data={data} onRun={onRun} />
        </>
      )}
      <Commands search={search} onTopic={onTopic} />
      <FunctionLists search={search} onTopic={onTopic} />
    </>
  );
}

/** Those that people use most, in the order in which they are learnt. */
const FIRST = ['search', 'stats', 'timechart', 'top', 'dedup', 'where', 'patterns'] as const;

/** Picks for each command the example that needs the fewest replacements. */
function startersFor(data: OwnData): Example[] {
  return FIRST.flatMap((name) => {
    const ranked = examplesOf(COMMANDS[name])
      .map((example) => ({ example, own: adaptExample(example, data) }))
      .toSorted((left, right) => strangeness(left.own) - strangeness(right.own));
    return ranked.slice(0, 1).map(({ example }) => example);
  });
}

function strangeness({ swaps, lacks }: ReturnType<typeof adaptExample>): number {
  return swaps.length + 10 * lacks.length;
}

const NAMES_MAX = 8;

function OwnNames({ data, onRun }: Pick<HelpOverviewProps, 'data' | 'onRun'>) {
  const service = data.fields.find(({ name }) => name === 'service' || name === 'service.name');
  const queryFor = (field: string, value: string): string =>
    applyFilter('', { action: 'only', field, value });
  const lists = [
    {
      title: 'Indexes',
      names: data.indexes.filter((name) => prefixToName(name) === undefined),
      query: (name: string) => queryFor('index', name),
    },
    {
      title: 'Services',
      names: (service?.values ?? []).map(({ value }) => value),
      query: (name: string) => queryFor(service?.name ?? 'service', name),
    },
    {
      title: 'Fields',
      names: data.fields.map(({ name }) => name).filter((name) => /^[A-Za-z]\w*$/.test(name)),
      query: (name: string) => `* | top ${name}`,
    },
  ];
  return lists
    .filter(({ names }) => names.length > 0)
    .map(({ title, names, query }) => (
      <div key={title} className="sx-help-names">
        <Text size="xs" c="dimmed" component="span">
          {title}
        </Text>
        {names.slice(0, NAMES_MAX).map((name) => (
          <button key={name} type="button" title={query(name)} onClick={() => onRun(query(name))}>
            {name}
          </button>
        ))}
      </div>
    ));
}

interface ListProps {
  readonly search: string;
  readonly onTopic: (topic: HelpTopic) => void;
}

function Commands({ search, onTopic }: ListProps) {
  const found = EVERY_COMMAND.filter((command) =>
    fits(search, command.name, command.summary, ...(command.aliases ?? [])),
  );
  const categories = [...new Set(found.map(({ category }) => category))];
  return categories.map((category) => (
    <section key={category} aria-label={category}>
      <h3 className="sx-help-part">{category}</h3>
      <ul className="sx-help-list">
        {found
          .filter((command) => command.category === category)
          .map(({ name, summary }) => (
            <li key={name}>
              <button type="button" onClick={() => onTopic({ kind: 'command', name })}>
                <code>{name}</code>
                <span>
                  <Words text={summary} />
                </span>
              </button>
            </li>
          ))}
      </ul>
    </section>
  ));
}

const SUMMARIZED: Readonly<Record<string, { readonly summary: string }>> = Object.fromEntries(
  Object.entries(FUNCTION_SUMMARIES).map(([name, summary]) => [name, { summary }]),
);

/** Functions are many and short: they are listed only during a search, and otherwise have a page per kind. */
function FunctionLists({ search, onTopic }: ListProps) {
  const lists = [
    { kind: 'functions', title: 'Functions for eval and where', table: SUMMARIZED },
    {
      kind: 'aggregations',
      title: 'Aggregations for stats and related commands',
      table: STATS_FUNCTIONS,
    },
  ] as const;
  return lists.map(({ kind, title, table }) => {
    const found = Object.entries<{ readonly summary: string }>(table).filter(([name, facts]) =>
      fits(search, name, facts.summary),
    );
    if (found.length === 0) return null;
    const shown = search === '' ? [] : found;
    return (
      <section key={kind} aria-label={title}>
        <h3 className="sx-help-part">{title}</h3>
        <ul className="sx-help-list">
          {shown.map(([name, { summary }]) => (
            <li key={name}>
              <button type="button" onClick={() => onTopic({ kind, name })}>
                <code>{name}</code>
                <span>
                  <Words text={summary} />
                </span>
              </button>
            </li>
          ))}
          {search === '' && (
            <li>
              <button type="button" onClick={() => onTopic({ kind, name: undefined })}>
                <code>{found.length}</code>
                <span>Show all</span>
              </button>
            </li>
          )}
        </ul>
      </section>
    );
  });
}

function fits(search: string, ...texts: readonly string[]): boolean {
  const wanted = search.toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
