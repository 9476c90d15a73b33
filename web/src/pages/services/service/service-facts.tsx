import { Anchor } from '@mantine/core';
import type { Service } from '../../../../../src/contract/services.ts';
import { CodeText } from '../../../parts/code-text.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import classes from '../services.module.css';

/** Whose it is, which events are its own, and where to read on. */
export function ServiceFacts({ service }: { readonly service: Service }) {
  const { owner, tier, tags, links, selector, createdBy, createdAt } = service;
  return (
    <dl className={classes['facts']}>
      <dt>Owner</dt>
      <dd className="xp-foreign">{owner ?? 'none'}</dd>
      <dt>Tier</dt>
      <dd>
        {tier}
        {tier === 1 && ', most important'}
      </dd>
      {tags.length > 0 && (
        <>
          <dt>Tags</dt>
          <dd className="xp-foreign">{tags.join(', ')}</dd>
        </>
      )}
      <dt>Event filter</dt>
      <dd>
        <CodeText>{selector}</CodeText>
      </dd>
      {links.length > 0 && (
        <>
          <dt>Links</dt>
          <dd>
            {links.map(({ name, url }, at) => (
              <span key={url}>
                {at > 0 && ', '}
                <Anchor href={url} target="_blank" rel="noreferrer" className="xp-foreign">
                  {name}
                </Anchor>
              </span>
            ))}
          </dd>
        </>
      )}
      <dt>Created</dt>
      <dd className="xp-foreign">
        <TimeText at={createdAt} /> by {createdBy}
      </dd>
    </dl>
  );
}
