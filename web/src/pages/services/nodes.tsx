import type { ServiceMap } from '../../../../src/contract/service-health.ts';
import { TextLink } from '../../parts/links.tsx';
import { ServiceStateTag } from './state-tag.tsx';

/** Services in a row, each with its state. */
export function Nodes({ nodes }: { readonly nodes: readonly ServiceMap['nodes'][number][] }) {
  return (
    <>
      {nodes.map(({ id, name, state }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <TextLink to="/services/$id" params={{ id }} className="xp-foreign">
            {name}
          </TextLink>{' '}
          <ServiceStateTag state={state} />
        </span>
      ))}
    </>
  );
}
