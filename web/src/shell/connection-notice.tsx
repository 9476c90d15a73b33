import { Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { connectionBoard } from '../api/connection-issue.ts';
import { Icon } from '../parts/icons.tsx';
import { StatusLink } from '../parts/status-link.tsx';
import classes from './app-frame.module.css';

/** An unobtrusive line at the bottom while the server is unreachable or has asked clients to wait. */
export function ConnectionNotice() {
  const { current } = connectionBoard;
  const issue = useSyncExternalStore(current.subscribe, current.get);
  if (issue?.kind === 'wait') return <WaitNotice key={issue.until} {...issue} />;
  if (issue === undefined) return null;
  return (
    <output className={classes['connectionNotice']}>
      <Icon name="offline" />
      <Text component="span">
        Couldn't reach the server. Retrying; nothing you typed is lost.{' '}
        <StatusLink>Status page</StatusLink>
      </Text>
    </output>
  );
}

function WaitNotice({ message, until }: { readonly message: string; readonly until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((until - now) / 1000);
  if (seconds <= 0) return null;
  return (
    <output className={classes['connectionNotice']}>
      <Icon name="clock" />
      <Text component="span">
        {message} Retrying in {seconds} s.
      </Text>
    </output>
  );
}
