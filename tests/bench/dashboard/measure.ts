/* Taking figures in a page: what the main thread did, how frames followed each other. */
import type { CDPSession, Page } from 'playwright-core';

export interface Work {
  task: number;
  script: number;
  style: number;
  layout: number;
}

export async function work(cdp: CDPSession): Promise<Work> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (name: string): number => (metrics.find((one) => one.name === name)?.value ?? NaN) * 1000;
  return { task: ms('TaskDuration'), script: ms('ScriptDuration'), style: ms('RecalcStyleDuration'), layout: ms('LayoutDuration') };
}

/** Of a page: what its main thread works, by the processor's clock, so that other programs beside it do not count. */
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
  return { task: after.task - before.task, script: after.script - before.script, style: after.style - before.style, layout: after.layout - before.layout };
}

/** How far things in the page jumped while `what` ran: the sum of its layout shifts. */
export async function shiftOf(page: Page, what: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { sum: 0 };
    Object.assign(window, { dibsShift: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
  await what();
  return page.evaluate(() => (window as unknown as { dibsShift: { sum: number } }).dibsShift.sum);
}

/** How many tasks of more than 50 ms there are in so long: what a person feels as a stutter. */
export const longTasks = (page: Page, length: number): Promise<number> => page.evaluate((ms) => new Promise<number>((done) => {
  let seen = 0;
  const observer = new PerformanceObserver((list) => (seen += list.getEntries().length));
  observer.observe({ type: 'longtask' });
  setTimeout(() => {
    observer.disconnect();
    done(seen);
  }, ms);
}), length);

/** Scrolls an element a step a frame, down and up again; the time from frame to frame, ms, sorted. */
export function scrollFrames(page: Page, selector: string, step: number, frames: number): Promise<number[]> {
  return page.evaluate(async ([what, px, count]) => {
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
  }, [selector, step, frames] as const);
}

export const percentile = (sorted: readonly number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
export const median = (values: readonly number[]): number => percentile([...values].sort((a, b) => a - b), 0.5);

export function line(name: string, value: string, budget: string, beside = ''): void {
  console.log(`${name.padEnd(58)} ${value.padStart(12)}   budget ${budget.padEnd(10)} ${beside}`);
}
export const ms = (value: number): string => `${value.toFixed(1)} ms`;
