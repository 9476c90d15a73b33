import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './editor.module.css';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

/** One question of the editor after the other. */
export function Step({ number, title, children }: StepProps) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={2} className={classes['step']}>
        <span className={classes['number']} aria-hidden="true">
          {number}
        </span>
        {title}
      </Title>
      {children}
    </Stack>
  );
}
