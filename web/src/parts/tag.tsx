import type { ReactNode } from 'react';
import classes from './tag.module.css';

export type Tone = 'danger' | 'warning' | 'success' | 'info' | 'quiet';

interface TagProps {
  readonly tone: Tone;
  /** Stands out among other tags. */
  readonly isStrong?: boolean;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A state as a short coloured word; its meaning does not depend on the colour. */
export function Tag({ tone, isStrong = false, title, children }: TagProps) {
  return (
    <span
      className={classes['tag']}
      data-tone={tone}
      data-strong={isStrong || undefined}
      title={title}
    >
      {children}
    </span>
  );
}
