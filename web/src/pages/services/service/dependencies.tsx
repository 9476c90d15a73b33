import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { serviceMapQuery } from '../../../data/services-queries.ts';
import { TextLink } from '../../../parts/links.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { tiesOf } from '../logic/map-ties.ts';
import { Nodes } from '../nodes.tsx';
import classes from '../services.module.css';

const NOTHING = 'none monitored';

/** What it rests on, and what rests on it. */
export function Dependencies({ id }: { readonly id: string }) {
  const map = useQuery(serviceMapQuery);
  return (
    <QueryView query={map} rows={2}>
      {(data) => {
        const { dependsOn, usedBy, isInCircle } = tiesOf(data, id);
        return (
          <>
            <dl className={classes['facts']}>
              <dt>Depends on</dt>
              <dd>{dependsOn.length === 0 ? NOTHING : <Nodes nodes={dependsOn} />}</dd>
              <dt>Used by</dt>
              <dd>{usedBy.length === 0 ? NOTHING : <Nodes nodes={usedBy} />}</dd>
            </dl>
            {isInCircle && <Text c="dimmed">This service is part of a dependency cycle.</Text>}
            <div>
              <TextLink to="/services/map">View map</TextLink>
            </div>
          </>
        );
      }}
    </QueryView>
  );
}
