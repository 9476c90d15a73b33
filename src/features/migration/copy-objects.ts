import type { OrganizationId } from '../../base/ids.ts';
import type { Objects } from '../../engines/objects/objects.ts';
import { LIMITS } from '../../spec/limits.ts';

/** Copies the files stored for users. Existing files of the same name are overwritten. Returns how many. */
export async function copyObjects(
  from: Objects,
  to: Objects,
  organizations: readonly OrganizationId[],
): Promise<number> {
  let count = 0;
  for (const organization of organizations) {
    let after: string | undefined;
    for (;;) {
      const page = { limit: LIMITS.objects.listMax, ...(after && { after }) };
      const found = await from.list(`${organization}/`, page);
      for (const { name } of found) {
        const object = await from.read(name);
        if (object === undefined) continue;
        await to.write(name, object.content);
        count += 1;
      }
      after = found.at(-1)?.name;
      if (after === undefined) break;
    }
  }
  return count;
}
