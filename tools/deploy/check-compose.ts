import { parse } from 'yaml';
import { checkImage } from './check-image.ts';
import { checkValues } from './check-values.ts';

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly [name: string]: unknown;
}

interface Compose {
  readonly services?: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
}

const KNOWN = new Set(
  (
    'image build restart read_only tmpfs cap_drop security_opt profiles stop_grace_period ports ' +
    'environment volumes command healthcheck depends_on'
  ).split(' '),
);

export function checkCompose(text: string): string[] {
  const { services = {}, volumes = {} } = parse(text, { merge: true }) as Compose;
  return Object.entries(services).flatMap(([name, service]) =>
    checkService(name, service, services, volumes).map((problem) => `${name}: ${problem}`),
  );
}

function checkService(
  name: string,
  service: Service,
  services: Readonly<Record<string, Service>>,
  volumes: Readonly<Record<string, unknown>>,
): string[] {
  const { image = '', environment = {}, depends_on: after = [] } = service;
  const unknown = Object.keys(service).filter((key) => !KNOWN.has(key));
  const wanted = Array.isArray(after) ? (after as readonly string[]) : Object.keys(after);
  const missing = wanted.filter((other) => !Object.hasOwn(services, other) || other === name);
  const named = (service.volumes ?? []).map((mount) => /^([\w-]+):/.exec(mount)?.[1]);
  const unlisted = named.filter((one) => one !== undefined && !Object.hasOwn(volumes, one));
  const values = Object.entries(environment).map(([key, value]) => [key, String(value)] as const);
  const isOurs = image.startsWith('xplain:');
  return [
    ...unknown.map((key) => `there is nothing called ${key}`),
    ...missing.map((other) => `depends on ${other}, which is not there`),
    ...unlisted.map((one) => `the volume ${one} is not listed`),
    ...checkImage(image),
    ...(isOurs && service.read_only !== true ? ['can write to its image'] : []),
    ...(isOurs ? checkValues(Object.fromEntries(values)) : []),
  ];
}
