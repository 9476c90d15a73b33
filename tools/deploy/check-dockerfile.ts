import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkImage } from './check-image.ts';
import { checkValues } from './check-values.ts';

const root = dirname(dirname(import.meta.dirname));
const INSTRUCTIONS = new Set(
  'ARG FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD'.split(
    ' ',
  ),
);

interface Line {
  readonly word: string;
  readonly rest: string;
}

export function checkDockerfile(text: string): string[] {
  const lines = readLines(text);
  const all = (word: string): string[] =>
    lines.filter((line) => line.word === word).map(({ rest }) => rest);
  const defaults = new Map(
    all('ARG').map((rest): [string, string] => {
      const [name = '', value = ''] = rest.split('=', 2);
      return [name, value];
    }),
  );
  const images = all('FROM').map((rest) => {
    const [image = ''] = rest.split(' ');
    return image.replace(/^\$\{(\w+)\}$/, (_, name: string) => defaults.get(name) ?? '');
  });
  const users = all('USER');
  const [health = ''] = all('HEALTHCHECK');
  const environment = all('ENV').flatMap((rest) =>
    rest.split(' ').map((pair) => pair.split('=', 2)),
  );
  const copied = all('COPY').filter((rest) => !rest.startsWith('--from'));
  const sources = copied.flatMap((rest) => rest.split(' ').slice(0, -1));
  const absent = sources.filter((source) => !existsSync(join(root, source)));
  return [
    ...lines
      .filter(({ word }) => !INSTRUCTIONS.has(word))
      .map(({ word }) => `${word} is not an instruction that is used here`),
    ...images.flatMap(checkImage),
    ...absent.map((source) => `copies ${source}, which is not there`),
    ...(users.at(-1) === '10001:10001' ? [] : ['runs as somebody else than 10001']),
    ...(/"health", "--live"/.test(health) ? [] : ['its health check is not that of the process']),
    ...checkValues(Object.fromEntries(environment) as Record<string, string>),
  ];
}

function readLines(text: string): Line[] {
  return text
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [word = '', ...rest] = line.trim().split(' ');
      return { word, rest: rest.join(' ') };
    });
}
