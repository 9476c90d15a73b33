import { Box } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import classes from './code-text.module.css';

interface CodeTextProps {
  readonly children: string;
  /** Short, and ours: never broken into lines. */
  readonly isWhole?: boolean;
}

/** Inline code within a sentence. */
export function CodeText({ children, isWhole = false }: CodeTextProps) {
  return (
    <code className={`${classes['word']} ${isWhole ? classes['whole'] : 'xp-foreign'}`}>
      {children}
    </code>
  );
}

interface CodeBlockProps {
  readonly text: string;
  /** What it is, for its name and that of its copy button. */
  readonly what: string;
}

/** Several lines to copy. Long ones scroll inside the block, never the page. */
export function CodeBlock({ text, what }: CodeBlockProps) {
  return (
    <Box className={classes['frame']}>
      <section aria-label={what}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
        <pre className={classes['block']} tabIndex={0}>
          {text}
        </pre>
      </section>
      <Box className={classes['copy']}>
        <CopyButton value={text} what={what} />
      </Box>
    </Box>
  );
}
