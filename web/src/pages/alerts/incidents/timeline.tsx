import { Stack, Text, Title } from '@mantine/core';
import type { AlertIncidentWhole } from '../../../../../src/contract/alerts.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { happeningWords } from '../logic/incident-words.ts';
import classes from './incident.module.css';

/** What happened, newest first. */
export function Timeline({ timeline }: Pick<AlertIncidentWhole, 'timeline'>) {
  return (
    <Stack gap="xs" component="section" aria-label="Timeline">
      <Title order={2}>Timeline</Title>
      <ol className={classes['timeline']} reversed>
        {timeline.toReversed().map((happening, place) => {
          const { title, facts } = happeningWords(happening);
          return (
            <li key={timeline.length - place} data-kind={happening.kind}>
              <Text fw={500} className="xp-foreign">
                {title}
              </Text>
              {facts.map(([name, text]) => (
                <Text key={name} size="xs" c="dimmed" className="xp-foreign">
                  {name}: {text}
                </Text>
              ))}
              <Text size="xs" c="dimmed" component="div">
                <TimeText at={happening.at} form="exact" />
              </Text>
            </li>
          );
        })}
      </ol>
    </Stack>
  );
}
