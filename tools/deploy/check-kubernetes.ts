import { posix } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { checkImage } from './check-image.ts';
import { checkValues } from './check-values.ts';

type Labels = Readonly<Record<string, string>>;

interface Resource {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: { readonly name?: string };
  readonly resources?: readonly string[];
  readonly spec?: {
    readonly selector?: { readonly matchLabels?: Labels };
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
  };
}

interface Pod {
  readonly containers: readonly Container[];
  readonly volumes?: readonly { readonly name: string }[];
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: { readonly runAsNonRoot?: boolean };
}

interface Container {
  readonly image: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly securityContext?: { readonly readOnlyRootFilesystem?: boolean };
  readonly volumeMounts?: readonly { readonly name: string }[];
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
}

/** Kinds that are used here, and the version of each that clusters know. */
const KINDS: Readonly<Record<string, string>> = {
  Kustomization: 'kustomize.config.k8s.io/v1beta1',
  Namespace: 'v1',
  ServiceAccount: 'v1',
  Service: 'v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  StatefulSet: 'apps/v1',
  Deployment: 'apps/v1',
  PodDisruptionBudget: 'policy/v1',
};

export function checkKubernetes(
  path: string,
  text: string,
  files: ReadonlyMap<string, string>,
): string[] {
  return parseAllDocuments(text).flatMap((document) => {
    const resource = document.toJS() as Resource;
    const { kind = '', apiVersion, metadata } = resource;
    const problems = document.errors.map(({ message }) => message);
    if (KINDS[kind] !== apiVersion) problems.push(`${kind} of ${apiVersion} is not known`);
    if (kind === 'Kustomization') return [...problems, ...checkList(path, resource, files)];
    if (metadata?.name === undefined) problems.push(`a ${kind} has no name`);
    return [...problems, ...checkWorkload(resource)];
  });
}

function checkList(
  path: string,
  { resources = [] }: Resource,
  files: ReadonlyMap<string, string>,
): string[] {
  const folder = posix.dirname(path);
  const isThere = (name: string): boolean => {
    const target = posix.join(folder, name);
    return files.has(target) || files.has(`${target}/kustomization.yaml`);
  };
  const beside = [...files.keys()]
    .filter((file) => posix.dirname(file) === folder && file !== path)
    .map((file) => posix.basename(file));
  return [
    ...resources
      .filter((name) => !isThere(name))
      .map((name) => `lists ${name}, which is not there`),
    ...beside.filter((name) => !resources.includes(name)).map((name) => `does not list ${name}`),
  ];
}

function checkWorkload({ metadata, spec = {} }: Resource): string[] {
  const { template, selector, volumeClaimTemplates = [] } = spec;
  if (template === undefined) return [];
  const { spec: pod } = template;
  const name = metadata?.name ?? '';
  const wanted = Object.entries(selector?.matchLabels ?? {});
  const isSelected = wanted.every(([key, value]) => template.metadata.labels[key] === value);
  const claims = volumeClaimTemplates.map((claim) => claim.metadata.name);
  const volumes = new Set([...(pod.volumes ?? []).map((volume) => volume.name), ...claims]);
  return [
    ...(isSelected && wanted.length > 0 ? [] : [`${name} does not select its own pods`]),
    ...((pod.terminationGracePeriodSeconds ?? 30) >= 60
      ? []
      : [`${name} has less than 60 s to end`]),
    ...(pod.securityContext?.runAsNonRoot === true ? [] : [`${name} may run as root`]),
    ...pod.containers.flatMap((container) => checkContainer(name, container, volumes)),
  ];
}

function checkContainer(
  name: string,
  container: Container,
  volumes: ReadonlySet<string>,
): string[] {
  const { image, env = [], ports = [], livenessProbe, readinessProbe } = container;
  const probes = [livenessProbe, readinessProbe];
  const named = new Set(ports.map((port) => port.name));
  const isReached = probes.every((probe) => named.has(probe?.httpGet?.port ?? ''));
  const unknown = (container.volumeMounts ?? []).filter((mount) => !volumes.has(mount.name));
  const values = env.flatMap(({ name: variable, value }) =>
    value === undefined ? [] : [[variable, value] as const],
  );
  return [
    ...checkImage(image),
    ...(livenessProbe?.httpGet?.path === '/health' ? [] : [`${name} is restarted for its engines`]),
    ...(readinessProbe?.httpGet?.path === '/ready' ? [] : [`${name} is called before it is ready`]),
    ...(isReached ? [] : [`${name} is asked on a port that it has not`]),
    ...(container.securityContext?.readOnlyRootFilesystem === true ? [] : [`${name} can write`]),
    ...unknown.map((mount) => `${name} mounts ${mount.name}, which is not there`),
    ...checkValues(Object.fromEntries(values)),
  ];
}
