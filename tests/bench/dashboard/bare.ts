/* Bare pages as baselines of the figures: the same number of plain boxes at fixed places, inserted with one
   assignment, and nothing else. */
import type { Page } from 'playwright-core';

/** Milliseconds until this many boxes were painted. */
export async function paintBoxes(page: Page, boxes: number): Promise<number> {
  await page.setContent(
    '<!doctype html><title>bare</title><style>i{position:absolute;overflow:hidden;font:12px sans-serif;background:#ddd;border-radius:3px}</style><div id="all"></div>',
  );
  return page.evaluate(async (count) => {
    const begun = performance.now();
    let html = '';
    for (let n = 0; n < count; n++)
      html += `<i style="left:${(n * 37) % 1200}px;top:${Math.floor(n / 10) * 28}px;width:90px;height:24px">ann job ${n}</i>`;
    const all = document.getElementById('all');
    if (all) all.innerHTML = html;
    await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    return performance.now() - begun;
  }, boxes);
}

/** A list of this many rows in a scroller, all of them in the page. */
export async function makeRows(page: Page, rows: number): Promise<void> {
  await page.setContent(
    '<!doctype html><title>bare</title><style>#s{height:800px;overflow:auto}p{height:28px;margin:0;font:12px sans-serif}</style><div id="s"></div>',
  );
  await page.evaluate((count) => {
    const scroller = document.getElementById('s');
    if (scroller)
      scroller.innerHTML = Array.from({ length: count }, (_, n) => `<p>GPU ${n}</p>`).join('');
  }, rows);
}

/** The same number of rows with a bar and four numbers, all rewritten once a second. */
export async function rewriteRows(page: Page, rows: number): Promise<void> {
  await page.setContent(
    '<!doctype html><title>bare</title><style>p{display:grid;grid-template-columns:1fr 52px 52px 40px 44px;margin:0;height:24px;font:12px sans-serif}b{height:12px;background:#ddd}</style><div id="all"></div>',
  );
  await page.evaluate((count) => {
    const all = document.getElementById('all');
    if (all)
      all.innerHTML = Array.from(
        { length: count },
        () => '<p><b></b><span>0 %</span><span>0 GiB</span><span>0 °C</span><span>0 W</span></p>',
      ).join('');
    const lines = [...document.querySelectorAll('p')].map((line) => ({
      bar: line.querySelector('b'),
      cells: [...line.querySelectorAll('span')],
    }));
    const units = ['%', 'GiB', '°C', 'W'];
    let turn = 0;
    setInterval(() => {
      turn += 1;
      lines.forEach(({ bar, cells }, i) => {
        if (bar) bar.style.width = `${(turn * 7 + i) % 100}%`;
        cells.forEach((cell, c) => (cell.textContent = `${(turn * 7 + i + c) % 100} ${units[c]}`));
      });
    }, 1000);
  }, rows);
}

/** The same number of canvases, each with one line of this many points, redrawn once a second. */
export async function redrawCanvases(page: Page, canvases: number, points: number): Promise<void> {
  await page.setContent(
    '<!doctype html><title>bare</title><style>canvas{width:300px;height:150px}</style><div id="all"></div>',
  );
  await page.evaluate(
    ([count, length]) => {
      const all = Array.from({ length: count }, () => document.createElement('canvas'));
      document.getElementById('all')?.append(...all);
      setInterval(() => {
        for (const canvas of all) {
          const context = canvas.getContext('2d');
          if (!context) continue;
          context.clearRect(0, 0, canvas.width, canvas.height);
          context.beginPath();
          for (let i = 0; i < length; i++)
            context.lineTo(
              (i / length) * canvas.width,
              canvas.height * (0.5 + 0.4 * Math.sin(i + performance.now())),
            );
          context.stroke();
        }
      }, 1000);
    },
    [canvases, points] as const,
  );
}
