import { checkValues } from './check-values.ts';

/** What systemd itself does not ask for. */
export function checkUnit(text: string): string[] {
  const settings = Map.groupBy(
    text.split('\n').filter((line) => /^[A-Z]\w*=/.test(line)),
    (line) => line.slice(0, line.indexOf('=')),
  );
  const value = (name: string): string =>
    settings
      .get(name)
      ?.at(-1)
      ?.slice(name.length + 1) ?? '';
  const pairs = value('Environment')
    .split(' ')
    .map((pair) => pair.split('=', 2));
  const isProbe = value('ExecStart').endsWith(' probe');
  return [
    ...(value('TimeoutStopSec') === '60' ? [] : ['does not give the server 60 s to end']),
    ...(value('User') === '' || value('User') === 'root' ? ['runs as root'] : []),
    ...(/^\/opt\/xplain\/run (?:serve|probe)$/.test(value('ExecStart'))
      ? []
      : ['does not start what tools/package.ts makes']),
    ...(isProbe ? [] : checkValues(Object.fromEntries(pairs) as Record<string, string>)),
  ];
}
