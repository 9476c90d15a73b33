/** Verbs that mean something else with a particle: who "logs in" writes no log, and "turned down" is rejected. */
import { THRESHOLDS } from './thresholds.ts';

const PHRASES = `
log in login
log on login
log into login
log out logout
log off logout
sign in login
sign on login
sign into login
sign out logout
come up start
come back return
bring up start
turn down reject
turn away reject
switch off disabl
turn off disabl
switch on enabl
turn on enabl
set up config
roll out deploy
roll back rollback
back up dump
clean up clean
go out send
run out expir
carry out run
hand over transfer
leave out skip
`;

const FORMS: Readonly<Record<string, string>> = {
  log: 'log logs logged logging',
  sign: 'sign signs signed signing',
  come: 'come comes came coming',
  bring: 'bring brings brought bringing',
  turn: 'turn turns turned turning',
  switch: 'switch switches switched switching',
  set: 'set sets setting',
  roll: 'roll rolls rolled rolling',
  back: 'back backs backed backing',
  clean: 'clean cleans cleaned cleaning',
  go: 'go goes went gone going',
  run: 'run runs ran running',
  carry: 'carry carries carried carrying',
  hand: 'hand hands handed handing',
  leave: 'leave leaves left leaving',
};

/** Per particle: the replacement for each verb combined with it. */
const BY_PARTICLE: ReadonlyMap<string, ReadonlyMap<string, string>> = buildPhrases();

/** Returns the word that a verb and its particle stand for. */
export function readPhrase(verb: string, particle: string): string | undefined {
  if (particle.length > THRESHOLDS.characters.particleMax) return undefined;
  return BY_PARTICLE.get(particle)?.get(verb.toLowerCase());
}

function buildPhrases(): Map<string, Map<string, string>> {
  const phrases = new Map<string, Map<string, string>>();
  for (const line of PHRASES.trim().split('\n')) {
    const [verb = '', particle = '', meaning = ''] = line.split(' ');
    const verbs = phrases.get(particle) ?? new Map<string, string>();
    for (const form of (FORMS[verb] ?? verb).split(' ')) verbs.set(form, meaning);
    phrases.set(particle, verbs);
  }
  return phrases;
}
