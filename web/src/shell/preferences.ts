/** App preferences stored in this browser. Mantine stores the colour scheme. */
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
