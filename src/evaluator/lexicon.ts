/**
 * Vocabulary of the offline evaluator, in English and German. Each line of a table lists words with the same meaning in
 * a log; the first one is the concept. The second part of the file maps words to outcomes.
 */

import { SYNONYMS } from './synonyms.ts';
import { TRANSLATIONS } from './translations.ts';

/** Words of success. Those marked with `*` are generic results and describe nothing. */
const SUCCESS = `
*success *succeed *succeeds *succeeded *successful *successfully *erfolgreich *erfolg *gelingt *gelungen *geglückt
*pass *passed *passes *passing *bestanden *besteht
*ok *okay *okey
*complete *completed *completes *completing *completion *abgeschlossen *vollständig *fertig *fertiggestellt
*finish *finished *finishes *beendigt
*done *erledigt
*hold *holds *held *fine *intact *intakt *green *grün *ordnung *flawless *flawlessly *fehlerfrei *reibungslos *smoothly *problemlos *einwandfrei
*work *works *worked *working *funktioniert
ready bereit
accept accepted accepts akzeptiert angenommen
establish established hergestellt
healthy gesund
valid gültig
allow allowed grant granted erlaubt gewährt erteilt
active aktiv
exist exists existiert existieren vorhanden
found gefunden
match matches matched matching stimmt übereinstimmt
usable nutzbar brauchbar
good gut gute
reachable erreicht erreichen erreichbar ansprechbar responsive
readable lesbar
online
available verfügbar
sufficient sufficiently ausreichend
identical equal equals gleich identisch
*apply *applied *angewendet *angewandt
acquire acquired acquires erworben
`;

const FAILURE = `
*fail *failed *fails *failing *failure *failures *fehlgeschlagen *fehlschlag *scheitert *gescheitert *misslungen *schlägt *schlug
*error *errors *err *fehler *fehlerhaft *problem *problems *probleme
*fatal *critical *severe *emerg *panic *panicked
*exception *traceback
*unsuccessful *unsuccessfully *erfolglos
*abort *aborted *aborting *abgestürzt *crash *crashed *absturz *segfault *coredump
refuse refused refuses
deny denied verweigert
reject rejected rejects rejecting rejection abgelehnt abgewiesen ablehnung zurückgewiesen verworfen discard discarded discards
forbidden unauthorized untersagt verboten
invalid ungültig malformed illegal
missing fehlend fehlt
expired abgelaufen expire expires expiry expiration
timeout timedout zeitüberschreitung
unreachable unerreichbar
offline
unavailable unverfügbar
unable impossible unmöglich
killed
corrupt corrupted corruption beschädigt
mismatch mismatched differ differs differed differing abweichend weicht
insufficient unzureichend exhausted depleted erschöpft
conflict konflikt konflikte
undefined undeclared
unhealthy
exceed exceeded exceeds überschritten
violate violates violated violation verletzt verletzung breach breached breaches
broken kaputt
lost verloren
overflow überlauf
deadlock
unexpected
unrecognized unsupported
bad
wrong incorrect falsch
cannot
`;

const SKIP = `
*skip *skipped *skips *skipping *skipt *übersprungen *überspringen *ausgelassen *ausgesetzt *entfällt *entfallen
ignored ignoriert ignoring
*todo
disabled deaktiviert abgeschaltet
pending ausstehend
postponed deferred vertagt
bypass bypassed suppressed unterdrückt
deselected
*xfail *xfailed
`;

/** Words that only state that something occurs in the log. */
export const OCCURRENCE_WORDS: ReadonlySet<string> = new Set(
  (
    'logged logs recorded reported appears appear appeared occurs occurred occur detected detection detect detects ' +
    'fired fires fire raised raises triggered triggers emitted warns warned observed seen printed announced ' +
    'protokolliert gemeldet erscheint auftritt aufgetreten tritt erkannt ausgelöst ausgegeben'
  ).split(' '),
);

/** Words so common in descriptions that a line may lack them. Those in the first line carry no meaning at all. */
const WEAK = `
case step operation attempt value thing way kind part behaviour behavior action result whole correct right overall reason because end endet enden complete unhandled uncaught vorgang ablauf ergebnis teil
test check process system application service server run job task program tool command function method project suite request user event client data status state code
instance component module feature call item object third second first last new target
programm befehl funktion projekt ereignis daten zustand
`;

/** Outcome words and their opposites; each line applies in both directions. */
const OPPOSITES = `
accept reject refuse deny forbidden
allow deny forbidden reject refuse
valid invalid expired bad wrong corrupt malformed
exist missing
found missing
match mismatch
identical mismatch
sufficient insufficient
available unavailable unreachable
good bad wrong invalid
usable unusable invalid
readable corrupt missing invalid
ready unavailable
reachable unreachable missing
online offline
`;

/** Actions performed on things. A failure that names the thing need not name the action. */
const ACTIONS = `
install uninstall download upload copy move rename delete create build compile load open close read write save import export
parse send receive fetch start stop restart connect run execute update change verify sign encrypt decrypt extract pack compress
restore dump mount unmount umount deliver render print deploy push pull merge clone commit publish convert resolve select query
list format grant rebuild synchronize register activate process transfer print calculate convert reserve approve ship refund
rotate scan resize mount reset redirect archive schedule cancel lock unlock
`;

/** Deeds of one kind, a line each: where one of them failed, so did the others. */
const KINDS_OF_DEEDS = `
send deliver receive transfer publish notify push upload
write save create add
create build render calculate
install apply enable config activate deploy
download fetch load read import reach
start run open
build link
install update
delete clean
restore load import
verify check test scan
stop close disconnect
move rename
payment book charge
`;

/** What kind of thing something is. Descriptions add it to names, lines go without. */
const KINDS_OF_THINGS = `
endpoint route api url page view handler resource extension plugin crate artifact binary executable script library unit
container directory folder file database table column schema record repository machine host node cluster
endpunkt schnittstelle verzeichnis datenbank tabelle rechner knoten
`;

/** Words that distinguish one of several things from the others. */
const QUALIFIERS =
  'main primary secondary old public private local remote negative positive random unknown empty duplicate';

/** Actions that must precede any other action on a thing. */
const MEANS = 'open read find connect resolve load access locate';

export type Outcome = 'success' | 'failure' | 'skip';

export interface Cue {
  readonly outcome: Outcome;
  /** A generic result: it does not describe its subject. */
  readonly isGeneric: boolean;
}

export interface Lexicon {
  readonly concepts: ReadonlyMap<string, string>;
  /** Concepts of words too common to name anything specific. */
  readonly common: ReadonlySet<string>;
  readonly cues: ReadonlyMap<string, Cue>;
  readonly weak: ReadonlySet<string>;
  readonly actions: ReadonlySet<string>;
  /** Actions that precede others: a file that cannot be opened is not copied either. */
  readonly means: ReadonlySet<string>;
  /** For each action, the lines of the kinds table that contain it. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<number>>;
  readonly kindsOfThings: ReadonlySet<string>;
  /** Words that distinguish one of several from the others. */
  readonly qualifiers: ReadonlySet<string>;
  /** Weak words without any meaning. */
  readonly empty: ReadonlySet<string>;
  readonly opposites: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Builds the tables; applies `stem` to every word, as is done for the words of a text. */
export function buildLexicon(stem: (word: string) => string): Lexicon {
  const concepts = new Map<string, string>();
  const cues = new Map<string, Cue>();
  const common = new Set<string>();
  for (const line of linesOf(SYNONYMS)) {
    const [first = ''] = line;
    for (const word of line) setOnce(concepts, stem(word), stem(first));
    common.add(stem(first));
  }
  for (const [table, outcome] of [
    [SUCCESS, 'success'],
    [FAILURE, 'failure'],
    [SKIP, 'skip'],
  ] as const) {
    for (const line of linesOf(table)) {
      const isGeneric = (line[0] ?? '').startsWith('*');
      const words = line.map((word) => word.replace('*', ''));
      const concept = concepts.get(stem(words[0] ?? '')) ?? stem(words[0] ?? '');
      for (const word of words) setOnce(concepts, stem(word), concept);
      cues.set(concept, { outcome, isGeneric });
      common.add(concept);
    }
  }
  for (const line of linesOf(TRANSLATIONS)) {
    const [first = ''] = line;
    const concept = concepts.get(stem(first)) ?? stem(first);
    for (const word of line) setOnce(concepts, stem(word), concept);
  }
  const meaning = (word: string): string => concepts.get(stem(word)) ?? stem(word);
  const opposites = new Map<string, Set<string>>();
  for (const [first = '', ...others] of linesOf(OPPOSITES)) {
    for (const other of others) {
      pair(opposites, meaning(first), meaning(other));
      pair(opposites, meaning(other), meaning(first));
    }
  }
  const weak = new Set(linesOf(WEAK).flat().map(meaning));
  const empty = new Set((linesOf(WEAK)[0] ?? []).map(meaning));
  const actions = new Set(linesOf(ACTIONS).flat().map(meaning));
  const kinds = new Map<string, Set<number>>();
  for (const [at, line] of linesOf(KINDS_OF_DEEDS).entries()) {
    for (const word of line.map(meaning)) kinds.set(word, (kinds.get(word) ?? new Set()).add(at));
  }
  const means = new Set(linesOf(MEANS).flat().map(meaning));
  const kindsOfThings = new Set(linesOf(KINDS_OF_THINGS).flat().map(meaning));
  const qualifiers = new Set(linesOf(QUALIFIERS).flat().map(meaning));
  return {
    concepts,
    common,
    cues,
    kindsOfThings,
    qualifiers,
    weak,
    actions,
    kinds,
    means,
    empty,
    opposites,
  };
}

function linesOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
}

function setOnce(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value);
}

function pair(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}
