/** API keys and access tokens. */
export const CREDENTIALS_LIMITS = {
  /** Random base62 characters of an API key or access token. */
  randomCharacters: 32,
  /** Checksum characters after them. */
  checksumCharacters: 6,
  /** Characters of a key's or token's name. */
  nameCharactersMax: 100,
  /** Active access tokens of one member in one organization. */
  tokensPerMemberMax: 100,
} as const;
