/* The calendar's picture in pixels: the positions of a GPU's row and a moment. Only the design's
   facts are known here: two days, now at a tenth of the width, rows of one height below their
   host's heading. */
import type { Locator } from 'playwright-core';
import { hour, quarter } from './api';
import { betweenTurns } from './until';
import type { Point, Visitor } from './visitor';

export class Calendar {
  span = 48 * hour;
  start = 0;

  constructor(readonly visitor: Visitor) {}

  /** After opening the page: waits until it is live, and reads the time at its left edge. */
  async shown(): Promise<this> {
    await this.visitor.live();
    await this.grid.waitFor();
    await this.now();
    return this;
  }

  /** Includes the parts loaded at rest: they are needed without a server. */
  async whole(): Promise<this> {
    await this.shown();
    await this.visitor.page.waitForFunction(() =>
      performance
        .getEntriesByType('resource')
        .some((one) => one.name.includes('/assets/lazy_calendar-') && one.name.endsWith('.js')),
    );
    return this;
  }

  /** Goes where the button Now goes. */
  async now(): Promise<void> {
    // The page knows the server's clock to half a second: both must find the same quarter.
    await betweenTurns(quarter, { after: 1_000, before: 3_000 }, Date.now() - this.span / 10);
    await this.visitor.page.getByRole('button', { name: 'Now', exact: true }).click();
    this.start = Math.floor((Date.now() - this.span / 10) / quarter) * quarter;
  }

  async zoom(name: '6 h' | '1 d' | '2 d' | '1 w' | '4 w'): Promise<void> {
    await this.visitor.page
      .getByRole('group', { name: 'Zoom' })
      .getByRole('button', { name, exact: true })
      .click();
    const [count = '', unit = ''] = name.split(' ');
    this.span = Number(count) * hour * ({ h: 1, d: 24, w: 168 }[unit] ?? 1);
    await this.now();
  }

  get grid(): Locator {
    return this.visitor.page.getByRole('grid', { name: 'GPUs and hours' });
  }

  get cell(): Locator {
    return this.visitor.page.getByRole('gridcell');
  }

  /** The blocks whose name contains `text`. */
  block(text: string | RegExp): Locator {
    return this.visitor.page
      .getByRole('list', { name: 'Bookings in view' })
      .getByRole('listitem', { name: text });
  }

  /** Waits until no request is open: the page has the server's answer, with its version. */
  async settled(): Promise<void> {
    await this.visitor.page
      .locator('[role=listitem][aria-busy=true]')
      .first()
      .waitFor({ state: 'detached' });
  }

  get panel(): Locator {
    return this.visitor.page.getByRole('complementary', { name: 'Chosen booking' });
  }

  get newBooking(): Locator {
    return this.visitor.page.getByRole('form', { name: 'New booking' });
  }

  async point(host: string, index: number, at: number): Promise<Point> {
    const heading = await this.visitor.page
      .getByRole('button', { name: new RegExp(`^${host}\\b`) })
      .boundingBox();
    const grid = await this.grid.boundingBox();
    const rowHeight =
      (await this.visitor.page.locator('[data-gpu-row]').first().boundingBox())?.height ?? NaN;
    if (!heading || !grid) throw new Error(`${host} is not in the picture`);
    return {
      x: grid.x + ((at - this.start) / this.span) * grid.width,
      y: heading.y + heading.height + rowHeight * (index + 0.5),
    };
  }

  /** Presses at one GPU and moment, releases at another. */
  async draw(
    host: string,
    first: number,
    last: number,
    from: number,
    until: number,
  ): Promise<void> {
    await this.visitor.drag(
      await this.point(host, first, from),
      await this.point(host, last, until),
    );
  }
}
