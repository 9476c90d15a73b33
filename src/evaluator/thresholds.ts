/**
 * All numeric thresholds of the evaluator. They were measured on the labelled set of `test/evaluation`, whose test is
 * their gate: when changing one, run `npm run bench:offline` before and after, and check verdicts without evidence
 * first. Values range from 0 to 1 unless a comment says otherwise: the higher, the more certain.
 */
export const THRESHOLDS = {
  /** How clearly one sign in a line indicates an outcome. The clearest sign of a line is its strength. */
  sign: {
    /** A word that names a result: "passed", "failed". */
    result: 0.9,
    /** A number a program ended with, in its own line or in the answer to a command. */
    exitCode: 0.85,
    httpStatus: 0.8,
    /** "0 errors", `failed=0`. */
    none: 0.8,
    /** A level such as ERROR, or the class of an exception. */
    level: 0.75,
    /** Another outcome word: "refused", "saved". */
    word: 0.7,
    /** "No errors", "without problems". */
    deniedFailure: 0.7,
    /** "Could not", "no such", "already up to date". */
    phrase: 0.65,
    /** A word that often means that something was left out. */
    mildSkip: 0.6,
    /** Signs below this value are ignored. */
    decisive: 0.5,
  },

  /** How clearly a line must report a failure for it to count, depending on the risk of each context. */
  failure: {
    /** In the output of a command: a phrase is enough, since the command names the subject. */
    ofCommand: 0.65,
    /** For a thing expected to be in some state: a phrase is enough as well. */
    ofState: 0.65,
    /**
     * In a line that contains what must not happen: a word is required, since phrases also negate ("was not
     * disclosed").
     */
    ofAbsence: 0.7,
    /** For everything in the log: at least a level is required, since one line outweighs all others. */
    ofAll: 0.75,
  },

  /** How much of an item's content a line must contain; rare words weigh more. */
  share: {
    /** To be about the item. */
    about: 0.68,
    /** To still be about it if the line reports a failure and names the thing, but not the action. */
    failed: 0.4,
    skipped: 0.5,
    /** The same, counted without deeds. */
    things: 0.75,
    /** To settle it without naming an outcome. */
    mention: 0.85,
    /** To settle it by something that only began, if the following rows continue without failure. */
    began: 0.9,
    /** To state the action of the item itself. */
    told: 0.95,
    /** To settle it as well as a line that states an outcome, if the line contains little else. */
    whole: 0.97,
    /** To be named as the closest row of an item that was not found. */
    closest: 0.3,
  },

  /** How much of a line's content the item must also contain. */
  lineShare: {
    /** For a line that contains the whole item. */
    whole: 0.7,
    /** For a line that shares one common word with the item and states an outcome. */
    told: 0.6,
    /** For a line to be about what it shares with the item. */
    alone: 0.3,
    /** For a label such as "[checkout] finished". */
    label: 0.95,
    /** For the title of a test. */
    title: 0.8,
    /** For a failure that affects the state of a thing. */
    state: 0.5,
  },

  /** Ranking of lines: by share, and slightly by the rest of the line. */
  score: {
    /** Lines this close to the best one are about the same thing. */
    margin: 0.06,
    /** A line that states an outcome is preferred to one whose share of the item is higher by this much. */
    explicitMargin: 0.3,
    /** The part of the score that is independent of the rest of the line; `ofLine` is the other part. */
    ofItem: 0.85,
    ofLine: 0.15,
    /** For a line without the outcome word of the item. */
    withoutCue: 0.94,
  },

  /** Weight of a word, as a factor of its rarity. */
  weight: {
    /** A word with little meaning, or one that only gives the kind of thing a name stands for. */
    weak: 0.25,
    /** An outcome word: lines may phrase it differently. */
    cue: 0.6,
    /** A part of a hyphenated word. */
    hyphenated: 1.3,
    /** An identifier, a number, a quoted text. */
    name: 1.5,
    /** A capitalised word in no table. */
    capital: 1.2,
    /** A word next to a quoted text or an identifier, which it only describes. */
    beside: 0.15,
    /** Found only in a row above the line. */
    heading: 0.85,
    /** Matched only through a synonym. */
    synonym: 0.94,
    /** The part of a missing subject that is forgiven, since lines of one program need not name it. */
    subjectForgiven: 0.6,
    /** The remaining weight of a missing action where only things count. */
    missingDeed: 0.2,
    /** A rarity, not a factor: a word in every third line, such as a program's name, does not distinguish things. */
    tellingMin: 1.4,
  },

  /** Penalty for a word that the line lacks, as a factor of its weight. */
  missing: {
    /** The log uses it elsewhere: the line is about something else. */
    elsewhere: 1.25,
    /** The same of a name. */
    nameElsewhere: 1.8,
    /** A word in no table and no line is often the name of something else. */
    unknown: 1.4,
    common: 0.85,
    empty: 0.3,
    /** A kind of thing, "file" or "service". */
    kind: 0.3,
  },

  /** Confidence of a finding. */
  confidence: {
    /** From lines: a base, the share of the item, and the strength of the outcome; never more than `max`. */
    base: 0.35,
    ofShare: 0.35,
    ofStrength: 0.25,
    strengthMin: 0.5,
    max: 0.95,
    /** Other lines contradict it. */
    contested: 0.8,
    /** Nothing was found: less sure, the closer the nearest row comes. */
    notFound: 0.9,
    notFoundOfShare: 0.4,
    /** Rows were counted. */
    count: 0.7,
    /** Everything is well or not, by a total that the log states, or by single lines. */
    total: 0.85,
    singles: 0.7,
    /** One failure among everything, reported by a runner; `failureMax` bounds all other cases. */
    failureByVerdict: 0.9,
    failureMax: 0.85,
  },

  /** How many of something it takes. */
  least: {
    /** Significant words that a line must share with an item that has at least as many. */
    matches: 2,
    /** Things of an item that distinguish it from others. */
    things: 2,
    /** Adjacent words of "5 thresholds were met". */
    countedTerms: 3,
    /** Words of an item in the title of a test. */
    titleWords: 3,
    /** Words in quotes or brackets that turn the rest of an item into their description. */
    exactWords: 2,
    /** Distinct outcome words in a row with little else: an attempt to influence the verdict. */
    stuffedCues: 6,
  },

  /** Distances in words. */
  wordReach: {
    /** "May fail". */
    modal: 4,
    /** "Not … failed" in a line. */
    negation: 3,
    /** "No … matches" in a line: up to its verb. */
    determiner: 6,
    /** "Not … failed" in an item, which is written by people. */
    negationOfItem: 4,
    /** Words at the beginning of a line. */
    leading: 3,
  },

  /** How far something reaches, in rows. */
  rowReach: {
    /** A title or an outer row above. */
    heading: 60,
    /** The answer to a command. */
    answer: 12,
    /** Rows that show whether what began went on. */
    after: 3,
  },

  /** Upper bounds on work, independent of the log. */
  most: {
    candidates: 40,
    /** The same for items that specify a count. */
    countedCandidates: 2_000,
    termsOfItem: 40,
    clauses: 200,
    headings: 3,
    failures: 20,
    /** Lines that a finding cites. */
    evidence: 3,
    /** Missing words listed in an explanation. */
    missingNamed: 3,
  },

  /** Lengths of texts. */
  characters: {
    /** A quote needs this many, so a shorter segment proves nothing. */
    quoteMin: 8,
    quoteMax: 120,
    explanationMax: 160,
    /** Length of a quote in an explanation, and of a missing word. */
    shownMax: 90,
    missingWordMax: 24,
    /** A shorter part of criteria is not a requirement. */
    clauseMin: 8,
    /** Longer pieces are not words. */
    wordMax: 40,
    /** A word that may be two words in the lines, and half of one. */
    compoundMin: 7,
    halfMin: 3,
    /** "up", "over": what makes a phrasal verb. */
    particleMax: 4,
    /** Characters examined after a word to distinguish "error rate" from an error. */
    behindWord: 40,
  },
} as const;
