/**
 * Every number the evaluator judges by. They were found by measuring on the labelled set of `test/evaluation`,
 * whose test is their gate: whoever changes one runs `npm run bench:offline` before and after, and looks at
 * verdicts without evidence first. What is 0 to 1 unless a comment says otherwise: the higher, the surer.
 */
export const THRESHOLDS = {
  /** How plainly one sign in a line speaks of an outcome. The plainest sign of a line is its strength. */
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
    /** What is said less plainly than this says nothing. */
    decisive: 0.5,
  },

  /** How plainly a line must tell of trouble for it to count. Each place asks for what it risks. */
  failure: {
    /** In the answer to a command: a phrase is enough, since the command says what it is about. */
    ofCommand: 0.65,
    /** Of a thing that should be in some state: a phrase is enough, too. */
    ofState: 0.65,
    /** In a line that holds what must not happen: it takes a word, since phrases also deny ("was not disclosed"). */
    ofAbsence: 0.7,
    /** About everything there is: a level at least, since one line speaks against all others. */
    ofAll: 0.75,
  },

  /** How much of an item's content a line must hold, rare words counting more. */
  share: {
    /** To be about the item at all. */
    about: 0.68,
    /** To be about it all the same when it tells of trouble and names the thing, but not what was done to it. */
    failed: 0.4,
    skipped: 0.5,
    /** The same, counted without deeds. */
    things: 0.75,
    /** To settle it without naming an outcome. */
    mention: 0.85,
    /** To settle it by something that only began, when the rows behind it go on well. */
    began: 0.9,
    /** To tell the deed of the item as it is. */
    told: 0.95,
    /** To settle it as well as a line that states an outcome, if it says little else. */
    whole: 0.97,
    /** To be named as the closest row of an item that was not found. */
    closest: 0.3,
  },

  /** How much of what a line speaks of the item must speak of, too. */
  lineShare: {
    /** For a line that holds the whole item. */
    whole: 0.7,
    /** For a line that shares one common word with the item and states an outcome. */
    told: 0.6,
    /** For a line to be about what it shares with the item. */
    alone: 0.3,
    /** For a label such as "[checkout] finished". */
    label: 0.95,
    /** For the title of a test. */
    title: 0.8,
    /** For trouble that bears on the state of a thing. */
    state: 0.5,
  },

  /** How lines are ranked: by share, a little by what else they say. */
  score: {
    /** Lines this close to the best one are about the same thing. */
    margin: 0.06,
    /** A line that states an outcome is preferred to one that holds this much more of the item. */
    explicitMargin: 0.3,
    /** The part of the score that does not depend on what else the line says; the rest does. */
    ofItem: 0.85,
    ofLine: 0.15,
    /** A line without the outcome word of the item. */
    withoutCue: 0.94,
  },

  /** What a word counts, as a factor of how rare it is. */
  weight: {
    /** A word that says little, or only what kind of thing a name stands for. */
    weak: 0.25,
    /** An outcome word: lines may say it otherwise. */
    cue: 0.6,
    /** A part of a hyphenated word. */
    hyphenated: 1.3,
    /** An identifier, a number, a quoted text. */
    name: 1.5,
    /** A word with a capital that no table knows. */
    capital: 1.2,
    /** A word beside a quoted text or an identifier, which it only describes. */
    beside: 0.15,
    /** Found only in a row above the line. */
    heading: 0.85,
    /** Found only as a word of the same meaning. */
    synonym: 0.94,
    /** The part of a missing subject that is forgiven, since lines of one program need not name it. */
    subjectForgiven: 0.6,
    /** What is left of a missing deed where only things count. */
    missingDeed: 0.2,
    /** A rarity, not a factor: a word in every third line, such as a program's name, tells no thing from others. */
    tellingMin: 1.4,
  },

  /** What a word counts that the line lacks, as a factor of its weight. */
  missing: {
    /** The log uses it elsewhere: the line is about something else. */
    elsewhere: 1.25,
    /** The same of a name. */
    nameElsewhere: 1.8,
    /** A word no table and no line knows is often the name of something else. */
    unknown: 1.4,
    common: 0.85,
    empty: 0.3,
    /** A kind of thing, "file" or "service". */
    kind: 0.3,
  },

  /** What is said of how sure a finding is. */
  confidence: {
    /** From lines: a base, the share of the item, how plainly the outcome is said; never more than `max`. */
    base: 0.35,
    ofShare: 0.35,
    ofStrength: 0.25,
    strengthMin: 0.5,
    max: 0.95,
    /** Other lines say otherwise. */
    contested: 0.8,
    /** Nothing was found: less sure, the closer the nearest row comes. */
    notFound: 0.9,
    notFoundOfShare: 0.4,
    /** Rows were counted. */
    count: 0.7,
    /** Everything is well or not, by a total that the log states, or by single lines. */
    total: 0.85,
    singles: 0.7,
    /** A failure among all there are, by a runner's word, or at most otherwise. */
    failureByVerdict: 0.9,
    failureMax: 0.85,
  },

  /** How many of something it takes. */
  least: {
    /** Telling words a line shares with an item that has that many. */
    matches: 2,
    /** Things of an item that tell it from others. */
    things: 2,
    /** Words of "5 thresholds were met" that stand side by side. */
    countedTerms: 3,
    /** Words of an item in the title of a test. */
    titleWords: 3,
    /** Words in quotes or brackets that make the rest of an item a description of them. */
    exactWords: 2,
    /** Different outcome words in a row that is little else: it wants to be believed. */
    stuffedCues: 6,
  },

  /** How far something reaches, in words. */
  wordReach: {
    /** "May fail". */
    modal: 4,
    /** "Not … failed" in a line. */
    negation: 3,
    /** "No … matches" in a line: up to its verb. */
    determiner: 6,
    /** "Not … failed" in an item, which is written by people. */
    negationOfItem: 4,
    /** The words a line begins with. */
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

  /** Bounds on work, whatever the log. */
  most: {
    candidates: 40,
    /** The same for items that ask for a number. */
    countedCandidates: 2_000,
    termsOfItem: 40,
    clauses: 200,
    headings: 3,
    failures: 20,
    /** Lines that a finding cites. */
    evidence: 3,
    /** Missing words that are named. */
    missingNamed: 3,
  },

  /** Lengths of texts. */
  characters: {
    /** A quote needs this many, so a shorter segment proves nothing. */
    quoteMin: 8,
    quoteMax: 120,
    explanationMax: 160,
    /** Of a quote within an explanation, and of a missing word. */
    shownMax: 90,
    missingWordMax: 24,
    /** A shorter part of criteria asks nothing. */
    clauseMin: 8,
    /** Longer pieces are no words. */
    wordMax: 40,
    /** A word that may be two in the lines, and a half of it. */
    compoundMin: 7,
    halfMin: 3,
    /** "up", "over": what makes a phrasal verb. */
    particleMax: 4,
    /** What is looked at behind a word to tell "error rate" from an error. */
    behindWord: 40,
  },
} as const;
