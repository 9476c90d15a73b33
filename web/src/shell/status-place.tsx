import { useQuery } from '@tanstack/react-query';
import type { AppStatus } from '../../../src/spec/status.ts';
import { platformStatusQuery } from '../data/platform-status-query.ts';
import { statusUrl } from '../data/status-url.ts';
import { Icon, type IconName } from '../parts/icons.tsx';

/** Each state has an icon and a word in addition to its colour. */
const STATES: Readonly<
  Record<
    AppStatus,
    {
      readonly icon: IconName;
      readonly words: string;
      /** Set if the word alone would be unclear. */
      readonly label?: string;
      readonly color?: string;
    }
  >
> = {
  operational: { icon: 'check', words: 'Status: operational' },
  degraded: { icon: 'warning', words: 'Status: degraded', color: 'var(--xp-warning)' },
  outage: { icon: 'critical', words: 'Status: outage', color: 'var(--xp-danger)' },
  maintenance: { icon: 'clock', words: 'Status: maintenance' },
  // The status could not be read from here; the status page may show more.
  unknown: {
    icon: 'gauge',
    words: 'Status page',
    label: 'Status page (current status unknown)',
  },
};

/** At the foot, where people look for it; nothing where there is no status page. */
export function StatusPlace({ className }: { readonly className: string }) {
  const url = statusUrl();
  const { data, isError } = useQuery({ ...platformStatusQuery, enabled: url !== undefined });
  if (url === undefined) return null;
  const state = data === undefined || isError ? 'unknown' : data.state;
  const { icon, words, label = words, color } = STATES[state];
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className={className}
      aria-label={label}
      title={label}
      // Wraps to two lines in the narrow rail; one line in the drawer.
      style={{
        whiteSpace: 'normal',
        textAlign: 'center',
        ...(color === undefined ? {} : { color }),
      }}
    >
      <Icon name={icon} size={18} />
      {words}
    </a>
  );
}
