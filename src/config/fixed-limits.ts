/**
 * Limits that the product takes from the specification alone: the wire, the language and the browser read them where
 * no configuration is. To replace one would change nothing, so whoever tries is told so.
 */
const FIXED_GROUPS: readonly string[] = [
  'audit',
  'cardinality',
  'credentials',
  'indexes',
  'mail',
  'metadata',
  'savedSearches',
  'schedule',
  'targets',
  'threads',
];

const FIXED_VALUES: Readonly<Record<string, readonly string[]>> = {
  accounts: ['nameCharactersMax'],
  evaluation: [
    'answerTokensBase',
    'answerTokensGeneric',
    'answerTokensPerItem',
    'citationsMax',
    'creditCostUnits',
    'criteriaCharactersMax',
    'evidenceRowsMax',
    'explanationCharactersMax',
    'findingsMax',
    'inputTokensMax',
    'itemDescriptionCharactersMax',
    'itemIdCharactersMax',
    'itemsMax',
    'itemsPerCallMax',
    'quoteCharactersMin',
    'repairMsMin',
    'rowCharactersMax',
    'rowTokensMin',
    'rowsUncompressedMax',
    'summaryCharactersMax',
    'unverifiedConfidenceMax',
    'unverifiedFindingsMin',
    'unverifiedRatioMax',
  ],
  http: ['pageRowsDefault', 'pageRowsMax'],
  ingest: ['queryableMs'],
  lookups: ['nameCharactersMax', 'shownRowsDefault', 'shownRowsMax'],
  organizations: ['allowedNetworksMax', 'elevationMsMax', 'elevationMsMin', 'nameCharactersMax'],
  pipelines: [
    'descriptionCharactersMax',
    'listMax',
    'matchCharactersMax',
    'nameCharactersMax',
    'stepsMax',
    'testEventsMax',
    'valueCharactersMax',
  ],
  query: [
    'bucketsDefault',
    'completionsMax',
    'diagnosticsMax',
    'listValuesMax',
    'macroNestingMax',
    'macrosMax',
    'nestingMax',
    'rangeMsDefault',
    'rowsDefault',
    'seriesDefault',
    'stagesMax',
    'subsearchesMax',
    'termsMax',
    'textCharactersMax',
    'transactionEventsMax',
  ],
  rates: ['burstFactor', 'burstMsMax'],
  views: ['contextEventsDefault', 'contextEventsMax', 'patternsDefault'],
};

/** `path` is `group.name`. */
export function isFixedLimit(path: string): boolean {
  const [group = '', name = ''] = path.split('.');
  return FIXED_GROUPS.includes(group) || (FIXED_VALUES[group]?.includes(name) ?? false);
}
