/** Language reference next to the results: all syntax, with examples on the organization's own data. */
import { ActionIcon, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { indexesQuery } from '../../data/indexes-query.ts';
import { Icon } from '../../parts/icons.tsx';
import { fieldsQuery } from '../read/use-views.ts';
import type { OwnData } from './adapt-example.ts';
import './help.css';
import { HelpOverview } from './help-overview.tsx';
import { Aggregations, CommandPage, Functions } from './help-pages.tsx';
import { type HelpTopic, OVERVIEW } from './help-topic.ts';

interface LanguageHelpProps {
  readonly organization: string;
  readonly topic: HelpTopic;
  readonly onTopic: (topic: HelpTopic) => void;
  readonly onRun: (query: string) => void;
  readonly onClose: () => void;
}

/** Same key as in completion, so that both share one request. */
const KNOWN = { query: '', earliest: '-24h', latest: 'now', run: 0 } as const;
const NAMES_MS = 5 * 60_000;

export function LanguageHelp(props: LanguageHelpProps) {
  const { organization, topic, onTopic, onRun, onClose } = props;
  const [search, setSearch] = useState('');
  const indexes = useQuery({ ...indexesQuery, staleTime: NAMES_MS }).data;
  const fields = useQuery({
    ...fieldsQuery({ organization, ...KNOWN }),
    staleTime: NAMES_MS,
  }).data?.fields;
  const data = useMemo<OwnData>(
    () => ({ indexes: (indexes ?? []).map(({ name }) => name), fields: fields ?? [] }),
    [indexes, fields],
  );
  const body = useRef<HTMLDivElement>(null);
  // `scrollTo` returns a promise in some browsers, which an effect must not return.
  useEffect(() => {
    body.current?.scrollTo({ top: 0 });
  }, [topic]);
  const open = (next: HelpTopic): void => {
    setSearch('');
    onTopic(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one key closes it, as its button does
    <aside
      className="sx-help"
      aria-label="Query reference"
      onKeyDown={(press) => {
        if (press.key !== 'Escape') return;
        press.stopPropagation();
        onClose();
      }}
    >
      <HelpHead
        isOverview={topic.kind === 'overview'}
        search={search}
        onSearch={(text) => {
          setSearch(text);
          onTopic(OVERVIEW);
        }}
        onOverview={() => open(OVERVIEW)}
        onClose={onClose}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <section ref={body} className="sx-help-body" tabIndex={0} aria-label="Reference">
        <Topic topic={topic} data={data} search={search.trim()} onTopic={open} onRun={onRun} />
        <Text size="xs" c="dimmed">
          Press F1 in the query to look up the word at the cursor.
        </Text>
      </section>
    </aside>
  );
}

interface HelpHeadProps {
  readonly isOverview: boolean;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onOverview: () => void;
  readonly onClose: () => void;
}

function HelpHead({ isOverview, search, onSearch, onOverview, onClose }: HelpHeadProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <div className="sx-help-head">
      {!isOverview && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label="All commands"
          onClick={onOverview}
        >
          <Icon name="list" size={14} />
        </ActionIcon>
      )}
      <TextInput
        ref={field}
        className="sx-help-search"
        size="xs"
        placeholder="Search commands and functions"
        aria-label="Search commands and functions"
        value={search}
        onChange={(change) => onSearch(change.currentTarget.value)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Close query reference"
        onClick={onClose}
      >
        <Icon name="close" size={14} />
      </ActionIcon>
    </div>
  );
}

interface TopicProps extends Pick<LanguageHelpProps, 'topic' | 'onTopic' | 'onRun'> {
  readonly data: OwnData;
  readonly search: string;
}

function Topic({ topic, data, search, onTopic, onRun }: TopicProps) {
  switch (topic.kind) {
    case 'overview':
      return <HelpOverview data={data} search={search} onTopic={onTopic} onRun={onRun} />;
    case 'command':
      return <CommandPage name={topic.name} data={data} onRun={onRun} />;
    case 'functions':
      return <Functions name={topic.name} />;
    case 'aggregations':
      return <Aggregations name={topic.name} />;
  }
}
