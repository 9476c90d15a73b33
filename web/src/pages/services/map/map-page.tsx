import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ServiceMap } from '../../../../../src/contract/service-health.ts';
import { serviceMapQuery } from '../../../data/services-queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ButtonLink, TextLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { tiesOf } from '../logic/map-ties.ts';
import { Nodes } from '../nodes.tsx';
import { ServiceStateTag } from '../state-tag.tsx';
import classes from '../services.module.css';
import { MapDrawing } from './map-drawing.tsx';

/** Which services depend on which, drawn and as a list. */
export function MapPage() {
  const map = useQuery(serviceMapQuery);
  return (
    <PageFrame
      title="Service map"
      isWide
      about="Arrows point to dependencies. Use the arrow keys to move between services and Enter to open one."
    >
      <QueryView query={map} rows={6}>
        {(data) =>
          data.nodes.length === 0 ? (
            <EmptyState
              icon="gauge"
              title="No services yet"
              action={<ButtonLink to="/services">Discover services</ButtonLink>}
            />
          ) : (
            <>
              <MapDrawing map={data} />
              {data.isCut && <Text c="dimmed">This map doesn't show all services.</Text>}
              <MapList map={data} />
            </>
          )
        }
      </QueryView>
    </PageFrame>
  );
}

function MapList({ map }: { readonly map: ServiceMap }) {
  return (
    <ul className={classes['list']} aria-label="Services and their dependencies">
      {map.nodes.map(({ id, name, state }) => {
        const { dependsOn, isInCircle } = tiesOf(map, id);
        return (
          <li key={id} className={classes['kpi']}>
            <TextLink to="/services/$id" params={{ id }} className="xp-foreign" fw={600}>
              {name}
            </TextLink>{' '}
            <ServiceStateTag state={state} />{' '}
            {dependsOn.length > 0 && (
              <>
                depends on <Nodes nodes={dependsOn} />
              </>
            )}
            {isInCircle && (
              <Text size="xs" c="dimmed" component="span">
                {' '}
                (part of a cycle)
              </Text>
            )}
          </li>
        );
      })}
    </ul>
  );
}
