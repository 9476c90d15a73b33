/**
 * The gate: turns the operator's configuration into the only target for questions, or returns why it cannot. Evaluated
 * once, at startup. A target is built from allowlists of what is inside the EU; there are no denylists, except for
 * hosts that a declared country must not cover.
 */
import { MODELS, type ModelName } from '../../spec/evaluation.ts';
import { type AiPresetName, presetOf } from '../../spec/ai-presets.ts';
import { isEuAwsRegion, isEuCountry } from '../../spec/eu.ts';
import { isLoopbackAddress, isPrivateAddress } from './private-address.ts';
import { publicAiDomain } from './public-ai-hosts.ts';

/** Ids by which the provider knows the models; undefined where the operator gave none. */
export type ModelIds = Readonly<Partial<Record<ModelName, string | undefined>>>;

/** What an operator configures, not yet believed. */
export interface BedrockPlace {
  readonly kind: 'bedrock';
  readonly region: string | undefined;
  /** Inference profiles. */
  readonly models: ModelIds;
  /** Replaces Bedrock in tests; always on this machine. */
  readonly url?: string | undefined;
}

export interface ChatPlace {
  readonly kind: 'openai-compatible';
  /** Up to and with `/v1`. */
  readonly url: string | undefined;
  readonly country: string | undefined;
  /** A model without an id is requested by its own name. */
  readonly models: ModelIds;
  /** Whose server it is: gives what is not set, and refuses what is set otherwise. */
  readonly preset?: AiPresetName;
}

/** A server that requests go to, and no other. */
export interface Server {
  readonly isSecure: boolean;
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Refuses to connect when the name leads to an address of the internet. */
  readonly isPrivateOnly: boolean;
}

export interface Target {
  readonly server: Server;
  /** The Bedrock API that reports the regions of a profile; undefined for the other wire format. */
  readonly control: Server | undefined;
  /** Comes before the path of a request; without a slash at its end. */
  readonly path: string;
  readonly region: string;
  readonly models: Readonly<Partial<Record<ModelName, string>>>;
}

export type Gate =
  | { readonly kind: 'target'; readonly target: Target }
  | { readonly kind: 'refused'; readonly reason: string };

/** Never throws: what cannot be used is refused. */
export function makeTarget(place: BedrockPlace | ChatPlace): Gate {
  const made = place.kind === 'bedrock' ? bedrockTarget(place) : chatTarget(place);
  if (typeof made === 'string') return { kind: 'refused', reason: made };
  for (const part of [made, made.server, made.models, made.control ?? {}]) Object.freeze(part);
  return { kind: 'target', target: made };
}

/** A reason where there is no target. */
type Made = Target | string;

function bedrockTarget({ region, models, url }: BedrockPlace): Made {
  if (region === undefined) return 'XPLAIN_AI_REGION is missing';
  if (!isEuAwsRegion(region)) return 'XPLAIN_AI_REGION is not a region of AWS inside the EU';
  const ids = givenIds(models);
  if (Object.keys(ids).length === 0) return 'no inference profile is set (XPLAIN_AI_MODEL_…)';
  for (const id of Object.values(ids)) {
    const problem = profileProblem(id);
    if (problem !== undefined) return problem;
  }
  if (url !== undefined) return loopbackBedrock(url, region, ids);
  return {
    server: secureServer(`bedrock-runtime.${region}.amazonaws.com`),
    control: secureServer(`bedrock.${region}.amazonaws.com`),
    path: '',
    region,
    models: ids,
  };
}

/** Only `eu.` profiles of the system: an ARN or another prefix may lead anywhere. */
function profileProblem(id: string): string | undefined {
  if (/^eu\.[a-z0-9-]{1,40}\.[A-Za-z0-9.:-]{1,100}$/.test(id)) return undefined;
  if (id.startsWith('arn:')) {
    return 'an inference profile is an ARN; only IDs that start with eu. are accepted';
  }
  return 'an inference profile does not start with eu.<vendor>.';
}

function loopbackBedrock(url: string, region: string, models: Target['models']): Made {
  const parsed = URL.parse(url);
  const host = parsed === null ? '' : hostOf(parsed);
  if (parsed === null || parsed.protocol !== 'http:' || !isLoopbackAddress(host)) {
    return 'XPLAIN_AI_URL is only for openai-compatible; Bedrock uses XPLAIN_AI_REGION';
  }
  const server = { isSecure: false, host, port: portOf(parsed), isPrivateOnly: true };
  return { server, control: { ...server }, path: '', region, models };
}

function chatTarget(place: ChatPlace): Made {
  if (place.preset === undefined) return serverTarget(place);
  const preset = presetOf(place.preset);
  const { url = preset.url, country = preset.country } = place;
  if (!preset.isOwn && !isOfHost(url, preset.url)) {
    return `XPLAIN_AI_URL names another host than the one of ${place.preset}; remove it, or use openai-compatible`;
  }
  if (preset.country !== undefined && country?.toUpperCase() !== preset.country) {
    return `XPLAIN_AI_COUNTRY contradicts the location of ${place.preset} (${preset.country})`;
  }
  return serverTarget({ ...place, url, country });
}

/** The same server, under any path; in tests a server of this machine takes its place. */
function isOfHost(url: string, expected: string): boolean {
  const given = URL.parse(url);
  if (given === null) return false;
  if (given.protocol === 'http:' && isLoopbackAddress(hostOf(given))) return true;
  return given.origin === new URL(expected).origin;
}

function serverTarget({ url, country, models }: ChatPlace): Made {
  if (country === undefined) return 'XPLAIN_AI_COUNTRY is missing: the country of the server';
  const region = country.toUpperCase();
  if (!isEuCountry(region)) return 'XPLAIN_AI_COUNTRY is not a member state of the EU';
  if (url === undefined) return 'XPLAIN_AI_URL is missing';
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return 'XPLAIN_AI_URL is not a URL that starts with https:// or http://';
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return 'XPLAIN_AI_URL contains a user or a password; set the key in XPLAIN_AI_KEY';
  }
  if (parsed.search !== '' || parsed.hash !== '') {
    return 'XPLAIN_AI_URL has a query or a fragment; expected the address up to /v1';
  }
  const host = hostOf(parsed);
  const domain = publicAiDomain(host);
  if (domain !== undefined) {
    return `XPLAIN_AI_URL names a public AI service (${domain}), whose location cannot be verified`;
  }
  const isSecure = parsed.protocol === 'https:';
  if (!isSecure && !isPrivateHost(host)) {
    return 'XPLAIN_AI_URL is plain http to a public host; use https, or a private address';
  }
  const names = Object.keys(MODELS).map((name) => [name, name]);
  return {
    server: { isSecure, host, port: portOf(parsed), isPrivateOnly: !isSecure },
    control: undefined,
    path: parsed.pathname.replace(/\/+$/, ''),
    region,
    models: { ...(Object.fromEntries(names) as Record<ModelName, string>), ...givenIds(models) },
  };
}

function givenIds(models: ModelIds): Record<string, string> {
  const given = Object.keys(MODELS).flatMap((name) => {
    const id = Object.entries(models).find(([key]) => key === name)?.[1];
    return id === undefined ? [] : [[name, id] as const];
  });
  return Object.fromEntries(given);
}

function secureServer(host: string): Server {
  return { isSecure: true, host, port: 443, isPrivateOnly: false };
}

/** Brackets of IPv6 and the dot at the end of a full name are spelling. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** Names that only mean something in the operator's network; each connection checks where they lead. */
function isPrivateHost(host: string): boolean {
  if (isPrivateAddress(host)) return true;
  if (/^[\d.]+$/.test(host) || host.includes(':') || host === '') return false;
  return !host.includes('.') || /\.(?:internal|local|lan|home\.arpa|localhost)$/.test(host);
}
