import { Text } from '@mantine/core';
import { useState } from 'react';
import type { AlertTest } from '../../../../../src/contract/alert-tests.ts';
import { conditionWords } from '../logic/condition-words.ts';
import { previewMessage } from '../logic/message-preview.ts';
import type { Settled } from '../logic/rule-draft.ts';
import classes from './editor.module.css';
import { Section } from './section.tsx';

interface MessagePreviewProps {
  readonly settled: Settled;
  readonly test: AlertTest | undefined;
}

/** The text that channels would receive. */
export function MessagePreview({ settled, test }: MessagePreviewProps) {
  const [now] = useState(() => Date.now());
  const { condition, window } = settled;
  const { title, body } = previewMessage({
    ...settled,
    by: 'by' in condition ? (condition.by ?? []) : [],
    condition: conditionWords(condition, window),
    url: `${globalThis.location.origin}/alerts/inc_…`,
    now,
    firing: test?.firings[0],
  });
  return (
    <Section title="Notification preview">
      <figure className={classes['message']} aria-label="Notification preview">
        <Text fw={600} component="p">
          {title}
        </Text>
        <Text size="xs" component="p">
          {body}
        </Text>
      </figure>
      {settled.samples > 0 && (
        <Text size="xs" c="dimmed">
          Emails include up to {settled.samples} log lines. Other channels include them only if
          “Include log lines” is on.
        </Text>
      )}
    </Section>
  );
}
