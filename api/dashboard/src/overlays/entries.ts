/* The palette's entries: things with a name, and actions. */
export const kinds = ['host', 'gpu', 'person', 'booking', 'board', 'screen', 'do', 'zone'] as const;
export type Kind = (typeof kinds)[number];

/** The text at the end of a line. */
export interface Aside {
  text: string;
  tone?: 'free' | 'waste' | 'bad';
  keys?: string;
}

export interface Entry {
  /** Unique and stable: recent entries are remembered by it. */
  id: string;
  kind: Kind;
  name: string;
  /** Text beside the name: it is searched too, and matches are marked in it. */
  detail?: string;
  /** Further search words, never shown. */
  also?: string;
  /** One's own: ranks before others that match as well. */
  mine?: boolean;
  /** Shown before anything is typed. */
  first?: boolean;
  /** The person whose initials are before it, instead of its kind's icon. */
  who?: string;
  /** At the end of its line; computed only while it is shown. */
  aside?: () => Aside | undefined;
  /** The equivalent command line, if there is one. */
  cli?: string;
  /** It cannot be undone: the text is shown at the first Enter, and a second one does it. */
  sure?: string;
  run: () => void | Promise<void>;
}
