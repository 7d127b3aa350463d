/* Recently chosen entries, the last one first: kept in this browser, as ids alone. */
import { root } from '../lib/base_path';

const key = `dibs.recent${root}`;
const most = 20;

export function recent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, most) : [];
  } catch {
    return []; // refused, or of another format
  }
}

export function remember(id: string): void {
  try {
    localStorage.setItem(
      key,
      JSON.stringify([id, ...recent().filter((one) => one !== id)].slice(0, most)),
    );
  } catch {
    // private mode, or full: not remembered
  }
}
