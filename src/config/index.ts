/** The environment of the process, read once: one frozen, typed Config, or every problem at once. */
export { nearestName } from '../base/nearest-name.ts';
export { publicUrlFor, type Config } from './config.ts';
export { describeConfig, type Setting } from './describe-config.ts';
export { keepSecret, placeSecret } from './keep-secret.ts';
export { ConfigError } from './config-error.ts';
export { currentPlace, loadConfig } from './load-config.ts';
export { loadProbeConfig, type ProbeConfig } from './probe-config.ts';
export { readArguments } from './read-arguments.ts';
export { TOPICS, type VariableName } from './variables.ts';
