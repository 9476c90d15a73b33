/** The cluster of deploy/compose/cluster.yaml, as processes of this machine with the variables that stand there. */
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { parse } from 'yaml';
import { findFreePort } from './find-free-port.ts';
import { startBucket } from '../s3/start-bucket.ts';
import { newDataFolder, type RunningApp, startApp } from './start-app.ts';
import { startClickhouse } from '../store/start-clickhouse.ts';
import { startNats } from './start-nats.ts';
import { startPostgres } from '../metadata/start-postgres.ts';
import { type RunningProxy, startProxy } from './start-proxy.ts';
import { startRedis } from './start-redis.ts';

type Environment = Readonly<Record<string, string>>;

export interface Topology {
  /** By the names of its services: what each node gets, with `${NAME:?…}` as it stands there. */
  readonly nodes: ReadonlyMap<string, Environment>;
  /** The other services. */
  readonly engines: readonly string[];
  /** Services that the proxy hands requests to. */
  readonly upstreams: readonly string[];
}

export function readTopology(): Topology {
  const { services } = parse(read('compose/cluster.yaml'), { merge: true }) as {
    services: Record<string, { image: string; environment?: Environment }>;
  };
  const all = Object.entries(services);
  const isOurs = ({ image }: { image: string }): boolean => image.startsWith('xplain:');
  const own = imageEnvironment();
  return {
    nodes: new Map(
      all
        .filter(([, service]) => isOurs(service))
        .map(([name, { environment = {} }]) => [name, { ...own, ...environment }]),
    ),
    engines: all.filter(([, service]) => !isOurs(service)).map(([name]) => name),
    upstreams: [...read('proxy/nginx.conf').matchAll(/^\s*server (\S+):4000 /gm)].map(
      ([, name = '']) => name,
    ),
  };
}

function read(path: string): string {
  return readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');
}

/** What every container of the image has, beside what a service gives it. */
function imageEnvironment(): Environment {
  const [, line = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? [];
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string]));
}

/** Values of a service, with what an operator gives in place of `${NAME:?…}`. */
export function fillIn(environment: Environment, given: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, variable: string) => {
        const text = given[variable];
        if (text === undefined) throw new Error(`cluster.yaml asks for ${variable}`);
        return text;
      }),
    ]),
  );
}

export interface RunningCluster {
  /** Of the proxy. */
  readonly url: string;
  readonly nodes: Map<string, RunningApp>;
  /** Starts a service again that was stopped, as a container engine does; `main` is the program of another release. */
  restart(name: string, main?: string): Promise<RunningApp>;
}

/** Undefined where an engine is missing. `extra` is what a test needs beside the file. */
export async function startCluster(
  t: TestContext,
  extra: Environment,
): Promise<RunningCluster | undefined> {
  const { nodes: services, upstreams } = readTopology();
  const engines = await startEngines(t);
  if (engines === undefined) return undefined;
  const bucket = await startBucket(t);
  const proxy: RunningProxy = await startProxy(t);
  const { accessKeyId, secretAccessKey, endpoint, bucket: name, region } = bucket.place;
  const objects = `s3+http://${accessKeyId}:${encodeURIComponent(secretAccessKey)}@${new URL(endpoint).host}/${name}?region=${region}`;
  const given = {
    XPLAIN_PUBLIC_URL: proxy.url,
    XPLAIN_SECRET: 'a-secret-that-all-nodes-share-0123456789',
    ENGINE_PASSWORD: 'a-password',
    XPLAIN_OBJECTS_URL: objects,
  };
  const nodes = new Map<string, RunningApp>();
  const start = async (service: string, main?: string): Promise<RunningApp> => {
    const wanted = withAddresses(fillIn(services.get(service) ?? {}, given), engines);
    const data = await newDataFolder(t);
    const port = await findFreePort();
    const here = {
      XPLAIN_DATA: data,
      XPLAIN_HOST: '127.0.0.1',
      XPLAIN_PORT: String(port),
      XPLAIN_TRUSTED_PROXIES: '127.0.0.1',
    };
    // It says the public address, which is that of the proxy.
    const started = await startApp(t, { ...wanted, ...here, ...extra }, data, main);
    const app = { ...started, url: `http://127.0.0.1:${port}` };
    nodes.set(service, app);
    if (upstreams.includes(service)) proxy.lead(service, app.url);
    return app;
  };
  // One brings the engines up to date, the others find them so; a container engine starts them in any order.
  for (const service of services.keys()) await start(service);
  return { url: proxy.url, nodes, restart: start };
}

/** By the host names of the file. */
async function startEngines(t: TestContext): Promise<ReadonlyMap<string, URL> | undefined> {
  const [database, nats, redis] = [await startPostgres(t), await startNats(t), await startRedis(t)];
  if (database === undefined || nats === undefined || redis === undefined) return undefined;
  const store = await startClickhouse();
  t.after(() => store[Symbol.asyncDispose]());
  return new Map([
    ['clickhouse', new URL(store.url)],
    ['nats', new URL(nats.url)],
    ['postgres', new URL(database.url)],
    ['valkey', new URL(redis.url)],
  ]);
}

/** The same addresses where the engines of this machine answer. */
function withAddresses(environment: Environment, engines: ReadonlyMap<string, URL>): Environment {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      const url = URL.canParse(value) ? new URL(value) : undefined;
      const engine = url && engines.get(url.hostname);
      if (engine === undefined) return [name, value];
      // Names and passwords are those of the servers here; so is the database of PostgreSQL.
      const isDatabase = url?.protocol === 'postgres:';
      const path = isDatabase ? engine.pathname : (url?.pathname ?? '');
      const user = engine.username === '' ? '' : `${engine.username}:${engine.password}@`;
      return [name, `${engine.protocol}//${user}${engine.host}${path}`];
    }),
  );
}
