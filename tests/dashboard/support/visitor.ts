/* A person at a page. What they do is counted as the design counts it: a click, a drag, a key or its
   combination, one filled field. What the page must never do is noted: policy violations, errors in
   the console, failed requests, requests to anywhere else; each test ends with none unexpected. */
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Response } from 'playwright-core';
import { password } from './api';
import type { Server } from './server';
import { pause } from './until';
import { zone } from './zone';

export interface Point {
  x: number;
  y: number;
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Runs in the page before anything else does. */
  before?: string;
  /** Signed in for this page alone, where sessions are what the test is about. */
  ownSession?: boolean;
}

/** What is meant to happen to a page whose server is away, and to one whose server comes back: it says that it reads its log. */
export const away = [/^failed: /, /^console: WebSocket connection to /];
export const restarting = [...away, /^503 (GET|POST) /];

// Not a fault of the page: whoever is not signed in finds out by asking.
const always = [/^401 GET \S*\/api\/v1\/session$/];

export class Visitor {
  /** Interactions since the last `begin`. */
  count = 0;
  readonly problems: string[] = [];
  readonly #expected: RegExp[] = [...always];
  readonly #server: Server;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    server: Server,
  ) {
    this.#server = server;
  }

  static async arrive(browser: Browser, server: Server, options: VisitorOptions = {}): Promise<Visitor> {
    const { before, ownSession: _, ...rest } = options;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: zone, locale: 'en-GB', ...rest });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`);
      });
    });
    if (before !== undefined) await context.addInitScript(before);
    const visitor = new Visitor(context, await context.newPage(), server);
    context.on('page', (page) => visitor.#listen(page));
    visitor.#listen(visitor.page);
    return visitor;
  }

  #listen(page: Page): void {
    page.on('console', (message) => {
      const text = message.text();
      const told = text.startsWith('Failed to load resource'); // noted below, with its address
      if (['error', 'warning'].includes(message.type()) && !told) this.problems.push(`console: ${text}`);
    });
    page.on('pageerror', (error) => this.problems.push(`error: ${error.stack ?? error.message}`));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      if (why !== 'net::ERR_ABORTED') this.problems.push(`failed: ${request.method()} ${request.url()} ${why}`);
    });
    page.on('request', (request) => {
      const url = request.url();
      const home = `${this.#server.origin}${this.#server.base}`;
      if (url !== home && !url.startsWith(`${home}/`) && !/^(data|blob|about):/.test(url)) this.problems.push(`elsewhere: ${url}`);
    });
    page.on('response', (response: Response) => {
      if (response.status() >= 400) {
        this.problems.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`);
      }
    });
  }

  /** This is meant to happen in this test. */
  expects(...what: RegExp[]): void {
    this.#expected.push(...what);
  }

  get unexpected(): string[] {
    return this.problems.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)));
  }

  /** In this browser, before a page is asked for. */
  async signIn(name: string): Promise<void> {
    for (;;) {
      const answer = await this.context.request.post(this.#server.address('/api/v1/session'), { data: { name, password }, headers: { Origin: this.#server.origin, 'Dibs-Client': 'tests' } });
      if (answer.status() === 201) return;
      if (answer.status() !== 429) throw new Error(`${name} could not sign in: ${answer.status()} ${await answer.text()}`);
      await pause(1000 * Number(answer.headers()['retry-after'] ?? '1')); // an account's sign-ins in a minute are few
    }
  }

  async go(path: string): Promise<void> {
    await this.page.goto(this.#server.address(path));
  }

  /** Until live data is there. */
  async live(): Promise<void> {
    await this.page.getByText('Live', { exact: true }).first().waitFor();
  }

  /** The field of the command palette. */
  get palette(): Locator {
    return this.page.getByRole('dialog').getByRole('combobox', { name: 'Book, find, go to' });
  }

  // What a person does

  begin(): void {
    this.count = 0;
  }

  async click(target: Locator | Point): Promise<void> {
    this.count += 1;
    if ('x' in target) await this.page.mouse.click(target.x, target.y);
    else await target.click();
  }

  async press(key: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(key);
  }

  /** One field, by whatever way. */
  async fill(target: Locator, text: string): Promise<void> {
    this.count += 1;
    await target.fill(text);
  }

  /** One of a list, by what it says. */
  async choose(list: Locator, text: RegExp): Promise<void> {
    this.count += 1;
    await list.locator('option', { hasText: text }).first().waitFor({ state: 'attached' });
    const label = (await list.locator('option').allInnerTexts()).find((option) => text.test(option));
    await list.selectOption({ label: label ?? '' });
  }

  /** Into the field that has the focus. */
  async type(text: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.type(text);
  }

  async drag(from: Point, to: Point, shift = false): Promise<void> {
    this.count += 1;
    await this.grab(from, to, shift);
    await this.letGo(shift);
  }

  /** A drag that is not over yet. */
  async grab(from: Point, to: Point, shift = false): Promise<void> {
    const { keyboard, mouse } = this.page;
    if (shift) await keyboard.down('Shift');
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await mouse.move(to.x, to.y, { steps: 3 });
  }

  async letGo(shift = false): Promise<void> {
    await this.page.mouse.up();
    if (shift) await this.page.keyboard.up('Shift');
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
