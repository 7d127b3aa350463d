import { expect, test } from 'vitest';
import { booked, boxOf, drawn, firstHour, gpus, hours, size } from './picture';

test('picture has no block outside and no two on one GPU at once', () => {
  for (const part of [...booked, drawn]) {
    expect(part.from).toBeGreaterThanOrEqual(firstHour);
    expect(part.until).toBeLessThanOrEqual(firstHour + hours);
    expect(part.row + part.rows).toBeLessThanOrEqual(gpus);
    const box = boxOf(part);
    expect(box.x + box.width).toBeLessThanOrEqual(size.width);
  }
  for (const [i, a] of booked.entries()) {
    for (const b of booked.slice(i + 1)) {
      const apart =
        a.until <= b.from ||
        b.until <= a.from ||
        a.row + a.rows <= b.row ||
        b.row + b.rows <= a.row;
      expect(apart, `${a.text} and ${b.text}`).toBe(true);
    }
  }
});
