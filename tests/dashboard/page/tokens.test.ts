import { describe, expect, test } from 'vitest';
import { ciede2000, contrast, difference, parseHex, type Sight } from '../support/colour';
import { themes, token, tokenNames } from '../support/tokens';

const surfaces = ['bg', 'bg-chrome', 'bg-raised', 'bg-hover', 'bg-selected'];
const inks = ['ink', 'ink-2', 'ink-3', 'mine-text', 'free-text', 'bad-text', 'waste-text'];

// Texts on surfaces, besides the inks on the surfaces.
const written: [ink: string, surface: string][] = [
  ['on-mine', 'mine'],
  ['on-mine', 'mine-hover'],
  ['on-mine-past', 'mine-past'],
  ['on-other', 'other'],
  ['on-other-2', 'other'],
  ['on-other-past', 'other-past'],
  ['on-bad', 'bad'],
  ['bad-text', 'bad-soft'],
  ['ink', 'bad-soft'],
  ['waste-text', 'waste-soft'],
  ['ink', 'waste-soft'],
  ['bg', 'ink'],
  ['on-cat-blue', 'cat-blue'],
  ...['cat-sky', 'cat-green', 'cat-orange', 'cat-pink', 'cat-vermilion'].map(
    (surface): [string, string] => ['on-cat', surface],
  ),
];

// Non-text elements that must be visible: the bounds of controls, the focus, marks of state.
const marks: [mark: string, surface: string][] = [
  ...['bg', 'bg-chrome', 'bg-raised'].flatMap((surface): [string, string][] => [
    ['line-control', surface],
    ['focus-colour', surface],
    ['mine', surface],
  ]),
  ['mine-edge', 'bg'],
  ['util-keyline', 'bg'],
  ['strip-others', 'bg'],
  ['strip-others', 'util-0'],
];

const sights: Sight[] = ['normal', 'protan', 'deutan', 'tritan'];

for (const theme of themes) {
  describe(`in the ${theme} theme`, () => {
    const ratio = (a: string, b: string) => contrast(token(a, theme), token(b, theme));

    test('every ink has 4.5:1 on every surface', () => {
      const bad = inks.flatMap((ink) =>
        surfaces.map((surface) => ({ pair: `${ink} on ${surface}`, ratio: ratio(ink, surface) })),
      );
      expect(bad.filter((one) => one.ratio < 4.5)).toEqual([]);
    });

    test('every text on a coloured block has 4.5:1', () => {
      const bad = written.map(([ink, surface]) => ({
        pair: `${ink} on ${surface}`,
        ratio: ratio(ink, surface),
      }));
      expect(bad.filter((one) => one.ratio < 4.5)).toEqual([]);
    });

    test('bounds, marks and focus have 3:1', () => {
      const bad = marks.map(([mark, surface]) => ({
        pair: `${mark} on ${surface}`,
        ratio: ratio(mark, surface),
      }));
      expect(bad.filter((one) => one.ratio < 3)).toEqual([]);
    });

    for (const sight of sights) {
      test(`mine, others', violation and free are distinct for ${sight} sight`, () => {
        const kinds = ['mine', 'other', 'bad', 'bg'];
        const near = kinds.flatMap((a, i) =>
          kinds.slice(i + 1).map((b) => ({
            pair: `${a} and ${b}`,
            apart: difference(token(a, theme), token(b, theme), sight),
          })),
        );
        // Others' blocks differ from the ground by lightness alone and have names on them.
        expect(near.filter((one) => one.apart < (one.pair === 'other and bg' ? 5 : 15))).toEqual(
          [],
        );
      });
    }
  });
}

for (const sight of sights) {
  // Okabe and Ito's; names are on the blocks as well.
  const least = sight === 'normal' ? 20 : 10;
  test(`six categories are at least ${least} apart for ${sight} sight`, () => {
    const names = tokenNames().filter((name) => name.startsWith('cat-'));
    expect(names).toHaveLength(6);
    const near = names.flatMap((a, i) =>
      names.slice(i + 1).map((b) => ({
        pair: `${a} and ${b}`,
        apart: difference(token(a, 'light'), token(b, 'light'), sight),
      })),
    );
    expect(near.filter((one) => one.apart < least)).toEqual([]);
  });

  test(`utilisation grows lighter in every step for ${sight} sight`, () => {
    const steps = tokenNames()
      .filter((name) => /^util-\d$/.test(name))
      .sort();
    expect(steps.length).toBeGreaterThan(6);
    for (let i = 1; i < steps.length; i++) {
      const [before, after] = [token(steps[i - 1] ?? '', 'light'), token(steps[i] ?? '', 'light')];
      expect(contrast(after, parseHex('#000000')), steps[i]).toBeGreaterThan(
        contrast(before, parseHex('#000000')),
      );
      expect(difference(before, after, sight), steps[i]).toBeGreaterThan(4);
    }
  });
}

test('computed colour distances match published CIEDE2000 pairs', () => {
  expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(ciede2000([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
  expect(ciede2000([6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286])).toBeCloseTo(0.6377, 4);
  expect(contrast(parseHex('#ffffff'), parseHex('#000000'))).toBeCloseTo(21, 5);
  expect(difference(parseHex('#d55e00'), parseHex('#009e73'), 'deutan')).toBeLessThan(
    difference(parseHex('#d55e00'), parseHex('#009e73')),
  );
});
