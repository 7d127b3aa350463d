/* Measures a page: work of the main thread, intervals between frames. */
import type { CDPSession, Page } from 'playwright-core';

export interface Work {
  task: number;
  script: number;
  style: number;
  layout: number;
}

export async function work(cdp: CDPSession): Promise<Work> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (name: string): number =>
    (metrics.find((one) => one.name === name)?.value ?? NaN) * 1000;
  return {
    task: ms('TaskDuration'),
    script: ms('ScriptDuration'),
    style: ms('RecalcStyleDuration'),
    layout: ms('LayoutDuration'),
  };
}

/** Measures the work of a page's main thread in CPU time, so that other programs do not count. */
export async function meterOf(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return cdp;
}

/** The main thread's work while `what` runs, ms. */
export async function workOf(cdp: CDPSession, what: () => Promise<void>): Promise<Work> {
  const before = await work(cdp);
  await what();
  const after = await work(cdp);
  return {
    task: after.task - before.task,
    script: after.script - before.script,
    style: after.style - before.style,
    layout: after.layout - before.layout,
  };
}

/** The sum of layout shifts while `what` ran. */
export async function shiftOf(page: Page, what: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { sum: 0 };
    Object.assign(window, { dibsShift: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
  await what();
  return page.evaluate(() => (window as unknown as { dibsShift: { sum: number } }).dibsShift.sum);
}

/** The number of tasks of more than 50 ms in this time; people notice them as stutter. */
export const longTasks = (page: Page, length: number): Promise<number> =>
  page.evaluate(
    (ms) =>
      new Promise<number>((done) => {
        let seen = 0;
        const observer = new PerformanceObserver((list) => (seen += list.getEntries().length));
        observer.observe({ type: 'longtask' });
        setTimeout(() => {
          observer.disconnect();
          done(seen);
        }, ms);
      }),
    length,
  );

/** Scrolls an element one step per frame, down and up again. Returns the times between frames, ms, sorted. */
export function scrollFrames(
  page: Page,
  selector: string,
  step: number,
  frames: number,
): Promise<number[]> {
  return page.evaluate(
    async ([what, px, count]) => {
      const element = document.querySelector(what);
      if (!element) throw new Error(`no ${what}`);
      const times: number[] = [];
      await new Promise<void>((done) => {
        let last = performance.now();
        let direction = 1;
        const turn = (now: number) => {
          times.push(now - last);
          last = now;
          if (times.length > count) return done();
          if (element.scrollTop + element.clientHeight >= element.scrollHeight - 1) direction = -1;
          if (element.scrollTop <= 0) direction = 1;
          element.scrollTop += px * direction;
          requestAnimationFrame(turn);
        };
        requestAnimationFrame(turn);
      });
      return times.slice(2).sort((a, b) => a - b);
    },
    [selector, step, frames] as const,
  );
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
export const median = (values: readonly number[]): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

export function line(name: string, value: string, budget: string, beside = ''): void {
  console.log(`${name.padEnd(58)} ${value.padStart(12)}   budget ${budget.padEnd(10)} ${beside}`);
}
export const ms = (value: number): string => `${value.toFixed(1)} ms`;
