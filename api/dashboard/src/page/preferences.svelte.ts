/* How a person wants to see things: theme, language, zone. The server keeps it, so that it follows them
   to another browser; a copy stays in localStorage (shared between tabs) for the moments before it is
   known who is there. A browser that refuses to keep it just forgets. */
import { untrack } from 'svelte';
import { api, command } from '../data/client';
import type { Problem } from '../data/problem';
import type { Session } from '../data/types';
import { language, languageAmong, setLanguage, type Language } from '../language/t.svelte';
import type { Reader } from '../lib/format';
import { root } from '../lib/base_path';
import { browserZone } from '../lib/zone';
import { parseChoices, readChoices, themes, type Choices, type Theme } from './choices';

export { themes, type Theme };

const key = `dibs.preferences${root}`;

let chosen = $state.raw<Choices>({});
let theirs: string | null = null; // whose session may keep them on the server
let kept = $state.raw<{ is: 'here' | 'sending' | 'everywhere' | 'refused'; problem?: Problem }>({ is: 'here' });
let turn: Promise<void> = Promise.resolve();
let unanswered = 0;
let refused: Problem | null = null; // of those since all were answered last

function show(choices: Choices): void {
  chosen = choices;
  const theme = choices.theme ?? 'system';
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  const wanted = choices.language ?? languageAmong(navigator.languages);
  if (wanted !== language()) void setLanguage(wanted);
}

function keepHere(): void {
  try {
    localStorage.setItem(key, JSON.stringify(chosen));
  } catch {
    // private mode, or full: it holds until the page is left
  }
}

// One after the other, so that the last choice is the last one there too; they are kept once all are.
function keepThere(change: Choices): void {
  if (theirs === null) return;
  kept = { is: 'sending' };
  unanswered += 1;
  const body = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? null]));
  turn = turn.then(async () => {
    const got = await command((once) => api.PATCH('/api/v1/session/preferences', { params: { header: { 'Idempotency-Key': once } }, body }));
    if (!got.ok) refused = got.problem;
    unanswered -= 1;
    if (unanswered > 0) return;
    kept = refused ? { is: 'refused', problem: refused } : { is: 'everywhere' };
    refused = null;
  });
}

function choose(change: { [name in keyof Choices]: Choices[name] | undefined }): void {
  show(readChoices({ ...chosen, ...change }));
  keepHere();
  keepThere(change as Choices);
}

/** Once, before anything is drawn. */
export function loadPreferences(): void {
  try {
    show(parseChoices(localStorage.getItem(key)));
  } catch {
    show({});
  }
  window.addEventListener('storage', (event) => {
    if (event.key === key) show(parseChoices(event.newValue));
  });
}

export const preferences = {
  /** Somebody is signed in: what they chose anywhere counts here. In an effect. */
  follow(session: Session | null): void {
    untrack(() => {
      const known = session !== null && session.token_id === undefined; // a token may not keep anything
      theirs = known ? session.person.id : null;
      if (!known) return;
      show(readChoices(session.preferences));
      kept = { is: 'everywhere' };
      keepHere();
    });
  },
  /** Where the last choice is: `refused` with why. */
  get kept(): typeof kept {
    return kept;
  },
  get theme(): Theme {
    return chosen.theme ?? 'system';
  },
  set theme(theme: Theme) {
    choose({ theme });
  },
  get zone(): string {
    return chosen.zone ?? browserZone();
  },
  set zone(zone: string) {
    choose({ zone });
  },
  /** Was the zone chosen, or is it this browser's? */
  get zoneChosen(): boolean {
    return chosen.zone !== undefined;
  },
  useBrowserZone(): void {
    choose({ zone: undefined });
  },
  get language(): Language {
    return language();
  },
  set language(wanted: Language) {
    choose({ language: wanted });
  },
  /** For the functions of lib/format. */
  get reader(): Reader {
    return { language: language(), zone: preferences.zone };
  },
};
