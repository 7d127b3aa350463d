/* A person's display preferences: theme, language, zone. The server keeps them, so that they follow
   the person to another browser. A copy is in localStorage (shared between tabs) until the session
   is known. A browser without storage forgets them. */
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
let theirs: string | null = null; // the person whose session may store them on the server
let kept = $state.raw<{ is: 'here' | 'sending' | 'everywhere' | 'refused'; problem?: Problem }>({
  is: 'here',
});
let turn: Promise<void> = Promise.resolve();
let unanswered = 0;
let refused: Problem | null = null; // of the requests since all were last answered

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

// One request at a time, so that the last choice is stored last; `kept` follows once all are done.
function keepThere(change: Choices): void {
  if (theirs === null) return;
  kept = { is: 'sending' };
  unanswered += 1;
  const body = Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, value ?? null]),
  );
  turn = turn.then(async () => {
    const got = await command((once) =>
      api.PATCH('/api/v1/session/preferences', {
        params: { header: { 'Idempotency-Key': once } },
        body,
      }),
    );
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

/** Call once, before the first drawing. */
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
  /** A person is signed in: their stored preferences apply. Call in an effect. */
  follow(session: Session | null): void {
    untrack(() => {
      const known = session !== null && session.token_id === undefined; // a token may not store preferences
      theirs = known ? session.person.id : null;
      if (!known) return;
      show(readChoices(session.preferences));
      kept = { is: 'everywhere' };
      keepHere();
    });
  },
  /** Where the last choice is stored: `refused` with the problem. */
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
  /** Whether the zone was chosen or is this browser's. */
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
  /** The reader for the functions of lib/format. */
  get reader(): Reader {
    return { language: language(), zone: preferences.zone };
  },
};
