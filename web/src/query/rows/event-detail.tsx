/** Everything about one event: its fields, its text, what happened around it, and ways to take it along. */
import { Button, CopyButton, Menu, Tabs } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { Icon } from '../../parts/icons.tsx';
import { toCurl, toJson, toMarkdown } from './copy-event.ts';
import type { LogEvent } from './log-event.ts';
import { useRowsHost } from './rows-context.tsx';
import { DEFAULT_STATE, writeState } from '../../data/search-state.ts';
import { EventContext } from './event-context.tsx';
import { EventFields } from './event-fields.tsx';
import { LongText } from './long-text.tsx';

export interface EventDetailProps {
  readonly event: LogEvent;
  readonly words: readonly string[];
}

const TABS = ['fields', 'json', 'raw', 'context'] as const;
type Tab = (typeof TABS)[number];

/** Tab of the previous event, so that stepping through events keeps the same tab. */
let lastTab: Tab = 'fields';

export function EventDetail({ event, words }: EventDetailProps) {
  const [tab, setTab] = useState<Tab>(lastTab);
  const choose = (value: string | null): void => {
    lastTab = TABS.find((each) => each === value) ?? 'fields';
    setTab(lastTab);
  };
  return (
    <section className="sx-detail" aria-label="Event details">
      <Tabs value={tab} onChange={choose} keepMounted={false} variant="default">
        <div className="sx-detail-bar">
          <Tabs.List aria-label="Event views">
            <Tabs.Tab value="fields">Fields</Tabs.Tab>
            <Tabs.Tab value="json">JSON</Tabs.Tab>
            <Tabs.Tab value="raw">Raw</Tabs.Tab>
            <Tabs.Tab value="context">Context</Tabs.Tab>
          </Tabs.List>
          <CopyMenu event={event} />
        </div>
        <Tabs.Panel value="fields">
          <EventFields event={event} words={words} />
        </Tabs.Panel>
        <Tabs.Panel value="json">
          <LongText text={toJson(event)} words={words} />
        </Tabs.Panel>
        <Tabs.Panel value="raw">
          <LongText text={event.text} words={words} />
        </Tabs.Panel>
        <Tabs.Panel value="context">
          <EventContext event={event} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

function CopyMenu({ event }: { readonly event: LogEvent }) {
  const { linkTo } = useRowsHost();
  const link = linkTo?.(event) ?? ownAddress(event);
  const path = addressOf(api.readContext, {
    params: { id: event.id },
    query: { before: 0, after: 0 },
  });
  const forms = [
    { name: 'Copy as JSON', text: () => toJson(event) },
    { name: 'Copy as Markdown', text: () => toMarkdown(event, link) },
    { name: 'Copy as curl', text: () => toCurl(window.location.origin, path) },
    { name: 'Copy text', text: () => event.text },
  ];
  return (
    <div className="sx-detail-actions">
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Icon name={copied ? 'check' : 'link'} size={13} />}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy link to event'}
          </Button>
        )}
      </CopyButton>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button size="compact-xs" variant="subtle" leftSection={<Icon name="copy" size={13} />}>
            Copy as
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {forms.map(({ name, text }) => (
            <CopyButton key={name} value={text()}>
              {({ copy }) => <Menu.Item onClick={copy}>{name}</Menu.Item>}
            </CopyButton>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** Returns the URL of the event's own page, independent of the search. */
function ownAddress({ id }: LogEvent): string {
  return `${window.location.origin}/search${writeState({ ...DEFAULT_STATE, event: id })}`;
}
