/** Where evaluations may run: member states of the European Union, and nothing that is merely in Europe. */
export const EU_COUNTRIES = {
  AT: 'Austria',
  BE: 'Belgium',
  BG: 'Bulgaria',
  CY: 'Cyprus',
  CZ: 'Czechia',
  DE: 'Germany',
  DK: 'Denmark',
  EE: 'Estonia',
  ES: 'Spain',
  FI: 'Finland',
  FR: 'France',
  GR: 'Greece',
  HR: 'Croatia',
  HU: 'Hungary',
  IE: 'Ireland',
  IT: 'Italy',
  LT: 'Lithuania',
  LU: 'Luxembourg',
  LV: 'Latvia',
  MT: 'Malta',
  NL: 'Netherlands',
  PL: 'Poland',
  PT: 'Portugal',
  RO: 'Romania',
  SE: 'Sweden',
  SI: 'Slovenia',
  SK: 'Slovakia',
} as const;
export type EuCountry = keyof typeof EU_COUNTRIES;

/** Regions of Bedrock inside the EU. London (eu-west-2) and Zurich (eu-central-2) are not. */
export const EU_AWS_REGIONS = {
  'eu-central-1': 'DE',
  'eu-west-1': 'IE',
  'eu-west-3': 'FR',
  'eu-north-1': 'SE',
  'eu-south-1': 'IT',
  'eu-south-2': 'ES',
} as const satisfies Record<string, EuCountry>;
export type EuAwsRegion = keyof typeof EU_AWS_REGIONS;

/** Where this installation stands when the operator names no region: on machines of their own in the EU. */
export const INSTALLATION_REGION_DEFAULT = 'eu-self-hosted';

/** Regions that clouds name like regions of the EU, although they lie outside: London and Zurich. */
export const REGIONS_OUTSIDE_EU: readonly string[] = ['eu-west-2', 'eu-central-2'];

export function isEuCountry(text: string): text is EuCountry {
  return Object.hasOwn(EU_COUNTRIES, text);
}

export function isEuAwsRegion(text: string): text is EuAwsRegion {
  return Object.hasOwn(EU_AWS_REGIONS, text);
}
