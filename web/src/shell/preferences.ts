/** What this browser remembers about how somebody likes the app. The colour scheme is kept by Mantine. */
import { useLocalStorage } from '@mantine/hooks';
import type { Density } from '../theme/theme.ts';

export function useDensity(): readonly [Density, (density: Density) => void] {
  const [value, setValue] = useLocalStorage<string>({
    key: 'xplain-density',
    defaultValue: 'compact',
    getInitialValueInEffect: false,
  });
  return [value === 'comfortable' ? 'comfortable' : 'compact', setValue] as const;
}
