import { expect, test } from 'vitest';
import rows from '../../../sentences/server/pl.json';
import { telling } from './said';

const reader = { language: 'pl', zone: 'Europe/Warsaw' };
const tell = (text: string) => telling(rows)(text, reader);

test.each([
  ['A booking cannot start in the past.', 'Rezerwacja nie może zaczynać się w przeszłości.'],
  [
    'The shortest booking is 30 minutes. An admin can change that.',
    'Najkrótsza rezerwacja to 30 minut. Zmienia to administrator.',
  ],
  [
    'The longest booking is 1 day. An admin can change that.',
    'Najdłuższa rezerwacja to 1 dzień. Zmienia to administrator.',
  ],
  [
    'The longest booking (2 hours) would be shorter than the shortest (1 day).',
    'Najdłuższa rezerwacja (2 godziny) byłaby krótsza niż najkrótsza (1 dzień).',
  ],
  ['There is no person called bob.', 'Nie ma nikogo o nazwie bob.'],
  ['A title has 0 to 200 characters.', 'Tytuł: od 0 do 200 znaków.'],
  ['There are only 3 such GPUs.', 'Są tylko 3 takie GPU.'],
  ['There are only 12 such GPUs.', 'Są tylko 12 takich GPU.'],
  ['The log ends at position 1234567.', 'Dziennik kończy się na pozycji 1\u00a0234\u00a0567.'],
])('%s is told in Polish, values and all', (english, polish) => expect(tell(english)).toBe(polish));

test('a problem without words of its own has the title of its kind', () => {
  expect(tell('Not found')).toBe('Nie znaleziono');
  expect(tell('Too many requests')).toBe('Za dużo żądań');
});

test('a list is one of the language', () => {
  expect(tell('There is no V100 here: there are A100, H100 and L40S.')).toBe(
    'Nie ma tu V100: są A100, H100 i L40S.',
  );
  expect(tell('There is no V100 here: there are A100, H100 and 7 more.')).toBe(
    'Nie ma tu V100: są A100, H100 i jeszcze 7.',
  );
});

test('a sentence in a sentence is told too', () => {
  expect(tell('gpu01:0 is lost: its host no longer shows it')).toBe(
    'gpu01:0 jest utracone: host już go nie pokazuje',
  );
  expect(tell('gpu03: there is no such user here')).toBe('gpu03: nie ma tu takiego konta');
  expect(tell('Not done: Another node is the writer.')).toBe('Nie zrobiono: Zapisuje inny węzeł.');
  expect(tell('Of 8 such GPUs, 2 can be used: gpu02 is not reached; gpu01:0 is lost.')).toBe(
    'Można użyć 2 z nich (8 takich GPU): gpu02 nie odpowiada; gpu01:0 jest utracone.',
  );
});

test('the words of others stay, behind ours', () => {
  expect(tell('The GPU driver of gpu01 does not work: Unable to load it, and so on')).toBe(
    'Sterownik GPU na gpu01 nie działa: Unable to load it, and so on',
  );
  expect(tell('nvidia-smi ended with status 9: NVIDIA-SMI has failed')).toBe(
    'nvidia-smi zakończyło się ze statusem 9: NVIDIA-SMI has failed',
  );
  expect(tell('reading the log, 12 %')).toBe('czytanie dziennika, 12 %');
  expect(tell('Something quite new.')).toBe('Something quite new.');
});

test('times are those of the reader', () => {
  expect(
    tell(
      'The clock of this machine jumped to 2026-11-24T08:00:00.042Z; commands wait until it is right again, or Dibs is restarted.',
    ),
  ).toContain('na wtorek, 24 listopada 2026 09:00 CET;');
  const told = tell(
    'The clock of this machine says 2026-11-24T08:00:00Z, 3 days past the newest event in the log (2026-11-21T08:00:00Z), and 2 of the 3 hosts that were heard say another time. Commands wait until it is right: mend the clock. If the clock is right, start with --accept-clock. If the log was written with a wrong clock, `dibsd log cut --after POSITION` takes back what is behind a position.',
  );
  expect(told).toContain('3 dni po najnowszym zdarzeniu');
  expect(told).toContain('2 z 3 usłyszanych hostów: inny czas.');
  expect(told).toMatch(/Jeśli zegar jest dobry.*cofa to, co jest za pozycją\.$/);
});

test('what somebody typed is not told as ours, and a long text costs nothing', () => {
  expect(
    tell(
      "Cannot read 'There is no such GPU'. Write, for example, 'tomorrow 9:00', 'Fri 14-16', '24 Nov 9:00 for 8h'.",
    ),
  ).toContain('„There is no such GPU”');
  expect(tell('There is no person called later.')).toBe('Nie ma nikogo o nazwie later.');
  expect(tell('There are only many such GPUs.')).toBe('Są tylko many such GPUs.');
  const long = `There is no GPU ${'a:'.repeat(5000)}`;
  expect(tell(long)).toBe(long);
});
