/* A person at a page. Their actions are counted as the design counts them: a click, a drag, a key
   or its combination, one filled field. Faults of the page are recorded: policy violations, errors
   in the console, failed requests, requests to other hosts; each test ends without unexpected
   ones. */
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
  Response,
} from 'playwright-core';
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
  /** A session for this page alone, for tests of sessions. */
  ownSession?: boolean;
}

/** Expected on a page whose server is away or coming back: the server says that it reads its
    log. */
export const away = [/^failed: /, /^console: WebSocket connection to /];
export const restarting = [...away, /^503 (GET|POST) /];

// Not a fault of the page: without a session it finds out by this request.
const always = [/^401 GET \S*\/api\/v1\/session$/];

// The page's own abort; and a network interface that another suite made on this machine.
const notOfThePage = new Set(['net::ERR_ABORTED', 'net::ERR_NETWORK_CHANGED']);

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

  static async arrive(
    browser: Browser,
    server: Server,
    options: VisitorOptions = {},
  ): Promise<Visitor> {
    const { before, ownSession: _, ...rest } = options;
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      timezoneId: zone,
      locale: 'en-GB',
      ...rest,
    });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(
          `policy violated: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
        );
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
      const told = text.startsWith('Failed to load resource'); // recorded below, with its address
      if (['error', 'warning'].includes(message.type()) && !told)
        this.problems.push(`console: ${text}`);
    });
    page.on('pageerror', (error) => this.problems.push(`error: ${error.stack ?? error.message}`));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      if (!notOfThePage.has(why))
        this.problems.push(`failed: ${request.method()} ${request.url()} ${why}`);
    });
    page.on('request', (request) => {
      const url = request.url();
      const home = `${this.#server.origin}${this.#server.base}`;
      if (url !== home && !url.startsWith(`${home}/`) && !/^(data|blob|about):/.test(url))
        this.problems.push(`elsewhere: ${url}`);
    });
    page.on('response', (response: Response) => {
      if (response.status() >= 400) {
        this.problems.push(
          `${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`,
        );
      }
    });
  }

  /** Declares faults that this test expects. */
  expects(...what: RegExp[]): void {
    this.#expected.push(...what);
  }

  get unexpected(): string[] {
    return this.problems.filter(
      (problem) => !this.#expected.some((pattern) => pattern.test(problem)),
    );
  }

  /** In this browser, before opening a page. */
  async signIn(name: string): Promise<void> {
    for (;;) {
      const answer = await this.context.request.post(this.#server.address('/api/v1/session'), {
        data: { name, password },
        headers: { Origin: this.#server.origin, 'Dibs-Client': 'tests' },
      });
      if (answer.status() === 201) return;
      if (answer.status() !== 429)
        throw new Error(`${name} could not sign in: ${answer.status()} ${await answer.text()}`);
      await pause(1000 * Number(answer.headers()['retry-after'] ?? '1')); // an account has few sign-ins a minute
    }
  }

  async go(path: string): Promise<void> {
    await this.page.goto(this.#server.address(path));
  }

  /** Waits for live data. */
  async live(): Promise<void> {
    await this.page.getByText('Live', { exact: true }).first().waitFor();
  }

  /** The field of the command palette. */
  get palette(): Locator {
    return this.page.getByRole('dialog').getByRole('combobox', { name: 'Book, find, go to' });
  }

  // Actions of a person

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

  /** Fills one field, in any way. */
  async fill(target: Locator, text: string): Promise<void> {
    this.count += 1;
    await target.fill(text);
  }

  /** Chooses a list entry by its text. */
  async choose(list: Locator, text: RegExp): Promise<void> {
    this.count += 1;
    await list.locator('option', { hasText: text }).first().waitFor({ state: 'attached' });
    const label = (await list.locator('option').allInnerTexts()).find((option) =>
      text.test(option),
    );
    await list.selectOption({ label: label ?? '' });
  }

  /** Types into the focused field. */
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
