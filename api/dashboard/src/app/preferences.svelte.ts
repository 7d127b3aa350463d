/* What a person chose for this browser: theme, language, zone. Kept in localStorage, shared between
   tabs; a browser that refuses to keep it just forgets. */
import { browserZone, isZone } from '../lib/zone';
import { isLanguage, language, setLanguage, type Language } from '../language/t.svelte';
import type { Reader } from '../lib/format';
import { root } from './place';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = `dibs.preferences${root}`;

let theme = $state<Theme>('system');
let zone = $state(browserZone());
let zoneChosen = false;

function isTheme(text: unknown): text is Theme {
  return themes.some((one) => one === text);
}

function take(text: string | null): void {
  let kept: Record<string, unknown> = {};
  try {
    kept = JSON.parse(text ?? '{}') as Record<string, unknown>;
  } catch {
    return;
  }
  if (isTheme(kept['theme'])) showTheme(kept['theme']);
  const wanted = kept['language'];
  const own = navigator.language.slice(0, 2);
  const chosen = typeof wanted === 'string' && isLanguage(wanted) ? wanted : isLanguage(own) ? own : 'en';
  if (chosen !== language()) void setLanguage(chosen);
  zoneChosen = typeof kept['zone'] === 'string' && isZone(kept['zone']);
  zone = zoneChosen ? String(kept['zone']) : browserZone();
}

function showTheme(wanted: Theme): void {
  theme = wanted;
  if (wanted === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = wanted;
}

function keep(): void {
  try {
    localStorage.setItem(key, JSON.stringify({ theme, language: language(), ...(zoneChosen ? { zone } : {}) }));
  } catch {
    // private mode, or full: it holds until the page is left
  }
}

/** Once, before anything is drawn. */
export function loadPreferences(): void {
  try {
    take(localStorage.getItem(key));
  } catch {
    take(null);
  }
  window.addEventListener('storage', (event) => {
    if (event.key === key) take(event.newValue);
  });
}

export const preferences = {
  get theme(): Theme {
    return theme;
  },
  set theme(wanted: Theme) {
    showTheme(wanted);
    keep();
  },
  get zone(): string {
    return zone;
  },
  set zone(wanted: string) {
    zoneChosen = true;
    zone = wanted;
    keep();
  },
  get language(): Language {
    return language();
  },
  set language(wanted: Language) {
    void setLanguage(wanted).then(keep);
  },
  /** For the functions of lib/format. */
  get reader(): Reader {
    return { language: language(), zone };
  },
};
