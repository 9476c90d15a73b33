import { LIMITS } from '../spec/limits.ts';

/** Whether a limit is one of those that nobody can set: `path` is `group.name`. */
export function isPromised(path: string): boolean {
  const groups: Readonly<Record<string, object>> = LIMITS;
  const [group = '', name = ''] = path.split('.');
  return Object.hasOwn(groups[group] ?? {}, name);
}
