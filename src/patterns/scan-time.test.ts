import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMonth, isWeekday, isZoneName, scanTime } from './scan-time.ts';

/** What is read at the start of a text, between other texts: undefined where no time stands there. */
function timeIn(text: string): string | undefined {
  const before = '9 ';
  const end = scanTime(`${before}${text}00:00:00`, before.length, before.length + text.length);
  assert.equal(scanTime(text, 0, text.length), end < 0 ? -1 : end - before.length, text);
  return end < 0 ? undefined : text.slice(0, end - before.length);
}

/** Each text is read as a whole. */
const WHOLE = [
  '10:15',
  '10:15:00',
  '9:15:00',
  '10:15:00.1',
  '10:15:00.123456789',
  '10:15:00,123',
  '10:15:00:5',
  '10:15:00Z',
  '10:15:00.5Z',
  '10:15:00+02',
  '10:15:00-0200',
  '10:15:00+02:00',
  '2024-05-11',
  '2024-5-1',
  '2024/05/11',
  '2024.05.11',
  '11.05.2024',
  '1/5/2024',
  '11-05-2024',
  '05/11/24',
  '11/May/2024',
  '1/May/2024',
  '11-May-24',
  '11.may.2024',
  '2024-05-11T10:15:00Z',
  '2024-05-11 10:15:00',
  '2024-05-11   10:15:00',
  '2024-05-11, 10:15:00',
  '2024-05-11,10:15:00',
  '2024-05-11 9:5:0',
  '2024-05-11T10:15',
  '2024-05-11T10:15Z',
  '2024-05-11T10:15+02:00',
  '2024-05-11-10.15.00',
  '2024-05-11-10.15.00.123456',
  '2024-05-11_10:15:00',
  '2024-05-11T101500',
  '2024-05-11T101500.5Z',
  '11/May/2024:10:15:00',
  '20240511T101500',
  '19990511T101500Z',
  '20240511-10:15:00',
  '20240511_101500',
];

test('dates and times are read to their end', () => {
  for (const text of WHOLE) assert.equal(timeIn(text), text);
});

/** What is read of each text. */
const PARTS: Readonly<Record<string, string>> = {
  '10:15 then': '10:15',
  '10:15, then': '10:15',
  '10:15:00.': '10:15:00',
  '10:15:00.1234567890': '10:15:00',
  '10:15:00,12': '10:15:00',
  '10:15:00;123': '10:15:00',
  '10:15:00Zulu': '10:15:00',
  '10:15:00X': '10:15:00',
  '10:15:00+2': '10:15:00',
  '10:15:00-020': '10:15:00',
  '10:15:00-02000': '10:15:00',
  '10:15:00+02:0': '10:15:00+02',
  '10:15:00+02:000': '10:15:00+02',
  '10:15:00+0200:00': '10:15:00+0200',
  '10:15:00+02.00': '10:15:00+02',
  '10:15:00+2:00': '10:15:00',
  '2024-05-11 then': '2024-05-11',
  '2024-05-11)': '2024-05-11',
  '2024-05-11x10:15:00': '2024-05-11',
  '2024-05-11 101500': '2024-05-11',
  '2024-05-11 10:15:': '2024-05-11',
  '2024-05-11T10150': '2024-05-11',
  '2024-05-11T1015000': '2024-05-11',
  '2024-05-11T10.15': '2024-05-11',
  '2024-05-11-10.15:00': '2024-05-11',
  '2024-05-11-10.15.0': '2024-05-11',
  '2024-05-11-10.15.000': '2024-05-11',
  '2024-05-11-10.1.00': '2024-05-11',
  '2024-05-11-10-15-00': '2024-05-11',
  '2024-05-11-1.15.00': '2024-05-11',
  '2024-05-11-100.15.00': '2024-05-11',
  '2024-05-11T10:150': '2024-05-11',
  '2024-05-11T10:15x': '2024-05-11T10:15',
  '05-11 10:15:00.811': '05-11 10:15:00.811',
  '05.11   10:15': '05.11   10:15',
};

test('what follows a time is left where it does not belong to it', () => {
  for (const [text, read] of Object.entries(PARTS)) assert.equal(timeIn(text), read, text);
});

const NEITHER = [
  '',
  'May',
  '10',
  ':15:00',
  '110:15:00',
  '9:15',
  '10:1',
  '10:150',
  '10:15x',
  '10:15:0',
  '10:15:000',
  '10:5:00',
  '10;15;00',
  '10-15',
  '05-11',
  '05-11 then',
  '05-1110:15:00',
  '05-11 9:5:0',
  '05/11 10:15:00',
  '5-11 10:15:00',
  '05-1 10:15:00',
  '005-11 10:15:00',
  '2024-05',
  '2024-05-',
  '2024-05-111',
  '2024-005-11',
  '2024--11',
  '2024-05/11',
  '2024_05_11',
  '024-05-11',
  '024-05-2011',
  '20245-05-11',
  '11-05-24',
  '11.05.24',
  '11/05/202',
  '11/05/20244',
  '11/05/2',
  '11/Mai/2024',
  '11/May-2024',
  '11/May/202',
  '11/May/2',
  '11/May/20244',
  '11/June/2024',
  '2024/May/11',
  '20240511',
  '20240511 101500',
  '20240511.101500',
  '20240511Tea',
  '30240511T101500',
  '00240511T101500',
  '2024051T101500',
  '202405110T101500',
];

test('whatever else has digits is no time', () => {
  for (const text of NEITHER) assert.equal(timeIn(text), undefined, text);
});

test('names of months and weekdays are three letters in any case', () => {
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  const weekdays = 'Mon Tue Wed Thu Fri Sat Sun'.split(' ');
  for (const name of [...months, ...weekdays]) {
    for (const written of [name, name.toLowerCase(), name.toUpperCase()]) {
      const text = `on ${written}day`;
      assert.equal(isMonth(text, 3, 6), months.includes(name), written);
      assert.equal(isWeekday(text, 3, 6), weekdays.includes(name), written);
    }
  }
  for (const text of ['anf', 'nfe', 'onw', 'ja', 'june', 'janfeb', 'montue', '']) {
    assert.equal(isMonth(text, 0, text.length), false, text);
    assert.equal(isWeekday(text, 0, text.length), false, text);
  }
});

test('zones are written in capitals', () => {
  const zones =
    'UTC GMT WET CET EET MSK IST JST BST EST CST MST PST EDT CDT MDT PDT WEST CEST EEST AEST AEDT AM PM';
  for (const zone of zones.split(' ')) {
    assert.equal(isZoneName(`in ${zone}!`, 3, 3 + zone.length), true, zone);
  }
  for (const text of ['utc', 'Z', 'ABC', 'AMPM', '', 'CESTX']) {
    assert.equal(isZoneName(text, 0, text.length), false, text);
  }
});
