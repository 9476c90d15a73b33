/** The map as a drawing: each service is a link, and arrow keys lead along what depends on what. */
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { labelText } from '../../../../../src/charts/label-text.ts';
import type { ServiceMap } from '../../../../../src/contract/service-health.ts';
import { NODE_HEIGHT, NODE_WIDTH, type Placed, placeMap, stepFrom } from '../logic/place-map.ts';
import { SERVICE_LOOKS } from '../logic/state-words.ts';
import { pointsWords } from '../logic/value-words.ts';
import classes from '../services.module.css';

const NAME_CHARACTERS = 20;

export function MapDrawing({ map }: { readonly map: ServiceMap }) {
  const { nodes, edges, width, height } = useMemo(() => placeMap(map), [map]);
  const links = useRef(new Map<string, SVGAElement>());
  const move = (press: KeyboardEvent, id: string): void => {
    const next = stepFrom(nodes, edges, id, press.key);
    if (next === undefined) return;
    press.preventDefault();
    links.current.get(next)?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <section className={classes['map']} aria-label="Map" tabIndex={0}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        {edges.map(({ from, to, path, tip, look }) => (
          <g key={`${from} ${to}`} aria-hidden="true">
            <path className={classes['edge']} data-state={look} d={path} />
            <path className={classes['arrow']} data-state={look} d={tip} />
          </g>
        ))}
        {nodes.map((node) => (
          <MapNode
            key={node.id}
            node={node}
            onMove={move}
            onThere={(link) => links.current.set(node.id, link)}
          />
        ))}
      </svg>
    </section>
  );
}

interface MapNodeProps {
  readonly node: Placed;
  readonly onMove: (press: KeyboardEvent, id: string) => void;
  readonly onThere: (link: SVGAElement) => void;
}

function MapNode({ node, onMove, onThere }: MapNodeProps) {
  const navigate = useNavigate();
  const { id, name, state, score, x, y, isInCircle } = node;
  const { word, look } = SERVICE_LOOKS[state];
  const standing = score === null ? `${word}, no score` : `${word}, ${pointsWords(score)}`;
  return (
    <a
      href={`/services/${id}`}
      className={classes['node']}
      ref={(link) => {
        // The link is an SVG element, since it is part of a drawing.
        if (link instanceof SVGAElement) onThere(link);
      }}
      onKeyDown={(press) => onMove(press, id)}
      data-state={look}
      onClick={(press) => {
        if (press.ctrlKey || press.metaKey || press.shiftKey) return;
        press.preventDefault();
        void navigate({ to: '/services/$id', params: { id } });
      }}
    >
      <rect x={x} y={y} width={NODE_WIDTH} height={NODE_HEIGHT} rx={6} />
      <text>
        <tspan x={x + 12} y={y + 20}>
          {labelText(name, NAME_CHARACTERS)}
        </tspan>{' '}
        <tspan x={x + 12} y={y + 37} className={classes['nodeState']}>
          {standing}
          {isInCircle ? ', part of a cycle' : ''}
        </tspan>
      </text>
    </a>
  );
}
