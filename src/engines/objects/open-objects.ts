import type { DiskObjectsNeeds } from './disk/open-disk-objects.ts';
import type { Objects } from './objects.ts';

export interface ObjectsSettings {
  readonly kind: 'disk';
  readonly directory: string;
}

export async function openObjects(
  needs: DiskObjectsNeeds,
  settings: ObjectsSettings,
): Promise<Objects> {
  const { openDiskObjects } = await import('./disk/open-disk-objects.ts');
  return openDiskObjects(needs, settings.directory);
}
