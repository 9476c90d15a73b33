/** The identity or asset that a finding concerns, for criteria that request one. */

export interface Entity {
  readonly type: string;
  readonly key: string;
}

const WANTED: readonly (readonly [string, RegExp])[] = [
  ['user', /\b(?:user|account|identity|login|benutzer\w*|konto|nutzer)\b/i],
  ['ip', /\b(?:ip|address|source|attacker|adresse|quelle)\b/i],
  ['host', /\b(?:host|machine|asset|node|server|rechner)\b/i],
  ['service', /\b(?:service|component|application|dienst|komponente)\b/i],
];
const ASKS =
  /\b(?:entit(?:y|ies)|which|who|name the|report the|identify|affected|concerned|asset|identity|welche[rsn]?|wer|nenne|betroffene\w*|entität)\b/i;

const NAME = String.raw`["']?([\p{L}\d][\p{L}\d._@\-]{0,99})`;
const KEYS: Readonly<Record<string, readonly RegExp[]>> = {
  user: [
    new RegExp(
      String.raw`["']?\b(?:user(?:name|_?id)?|account|login|principal|benutzer)["']?\s*[=:]\s*${NAME}`,
      'iu',
    ),
    new RegExp(
      String.raw`\b(?:user|account|role|benutzer)\s+["'„]?([\p{L}\d][\p{L}\d._@\-]{0,99})`,
      'iu',
    ),
    new RegExp(String.raw`\bfor\s+(?!user\b|the\b|a\b)${NAME}\s+from\b`, 'iu'),
  ],
  ip: [/\b(\d{1,3}(?:\.\d{1,3}){3})\b/],
  host: [
    new RegExp(
      String.raw`["']?\b(?:host(?:name)?|node|machine|server)["']?\s*[=:]\s*${NAME}`,
      'iu',
    ),
    new RegExp(
      String.raw`\b(?:host|node|machine|server)\s+["']?([\p{L}\d][\p{L}\d._\-]*\d[\p{L}\d._\-]*)`,
      'iu',
    ),
  ],
  service: [
    new RegExp(
      String.raw`["']?\b(?:service(?:[._]?name)?|component|app|unit|logger)["']?\s*[=:]\s*${NAME}`,
      'iu',
    ),
    new RegExp(String.raw`\bservice\s+["']([\p{L}\d][\p{L}\d._\-]{0,99})`, 'iu'),
  ],
};

/** Types of entities that the criteria request, in order of preference; empty if they request none. */
export function wantedEntities(criteria: string): string[] {
  if (!ASKS.test(criteria)) return [];
  const named = WANTED.flatMap(([type, pattern]) => (pattern.test(criteria) ? [type] : []));
  if (named.length > 0) return named;
  return /\bentit|\basset|\bidentit/i.test(criteria) ? WANTED.map(([type]) => type) : [];
}

export function nameEntity(types: readonly string[], text: string): Entity | null {
  for (const type of types) {
    for (const pattern of KEYS[type] ?? []) {
      const key = pattern.exec(text)?.[1]?.replace(/[.,;:]+$/, '');
      if (key !== undefined && key !== '') return { type, key };
    }
  }
  return null;
}
