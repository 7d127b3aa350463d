/* A lazily loaded module: fetched at rest, or as soon as it is needed, with retries until it
   arrives. */
const restMs = 2_000;
const againMs = 5_000;

export class Lazy<Parts> {
  readonly #load: () => Promise<Parts>;
  #parts = $state.raw<Parts | null>(null);
  #failures = $state(0);
  #loading = false;

  constructor(load: () => Promise<Parts>) {
    this.#load = load;
  }

  get parts(): Parts | null {
    return this.#parts;
  }

  /** It is needed and failed to load: no connection, or a newer Dibs. */
  get failed(): boolean {
    return this.#failures > 0;
  }

  /** Call in an effect of the component that shows it. */
  follow(needed: boolean): (() => void) | undefined {
    if (this.#parts) return undefined;
    const wait = !needed ? restMs : this.failed ? againMs : 0;
    const timer = setTimeout(() => void this.#ask(needed), wait);
    return () => clearTimeout(timer);
  }

  async #ask(needed: boolean): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      this.#parts = await this.#load();
      this.#failures = 0;
    } catch {
      if (needed) this.#failures += 1;
    } finally {
      this.#loading = false;
    }
  }
}
