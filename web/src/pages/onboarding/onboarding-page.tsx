import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from '../../parts/code-text.tsx';
import { Icon } from '../../parts/icons.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { FirstEvent } from './first-event.tsx';
import { KeyStep } from './key-step.tsx';
import classes from './onboarding-page.module.css';
import { SNIPPETS } from './snippets.ts';
import { useOwnKey } from './use-own-key.ts';

/** From nothing to the first visible event: a key, a snippet with it, and the event itself. */
export function OnboardingPage() {
  const [key] = useOwnKey();
  const [isHere, setIsHere] = useState(false);
  return (
    <Box p="md">
      <PageFrame
        title="Send logs"
        about="Send your first event in three steps. The snippets include this installation's URL and your key."
      >
        <div className={classes['steps']}>
          <Step number={1} title="Get an API key" isDone={key !== undefined}>
            <KeyStep />
          </Step>
          <Step number={2} title="Send an event" isDone={isHere}>
            <Ways apiKey={key ?? 'YOUR_KEY'} />
          </Step>
          <Step number={3} title="Check that it arrived" isDone={isHere}>
            <FirstEvent onArrived={() => setIsHere(true)} />
          </Step>
        </div>
      </PageFrame>
    </Box>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <section className={classes['step']} aria-label={`Step ${number}: ${title}`}>
      <span className={classes['number']} data-done={isDone} aria-hidden="true">
        {isDone ? <Icon name="check" size={14} /> : number}
      </span>
      <Stack gap="xs" miw={0}>
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </section>
  );
}

function Ways({ apiKey }: { readonly apiKey: string }) {
  const [chosen, setChosen] = useState('curl');
  const snippet = SNIPPETS.find(({ id }) => id === chosen);
  return (
    <>
      <fieldset className={classes['ways']} aria-label="Shipper or library">
        {SNIPPETS.map(({ id, label }) => (
          <Button
            key={id}
            size="compact-sm"
            variant={id === chosen ? 'filled' : 'default'}
            aria-pressed={id === chosen}
            onClick={() => setChosen(id)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      {snippet !== undefined && (
        <>
          <Text c="dimmed">{snippet.about}</Text>
          <CodeBlock
            text={snippet.text({ origin: window.location.origin, key: apiKey })}
            what={`${snippet.label} snippet`}
          />
        </>
      )}
    </>
  );
}
