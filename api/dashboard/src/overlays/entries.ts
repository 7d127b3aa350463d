/* What the palette lists: each a thing with a name, or something to do. */
export const kinds = ['host', 'gpu', 'person', 'booking', 'board', 'screen', 'do', 'zone'] as const;
export type Kind = (typeof kinds)[number];

/** What stands at the end of a line. */
export interface Aside {
  text: string;
  tone?: 'free' | 'waste' | 'bad';
  keys?: string;
}

export interface Entry {
  /** Unique, and the same the next time: what is remembered as recent. */
  id: string;
  kind: Kind;
  name: string;
  /** Beside the name: it finds too, and what fits is marked in it. */
  detail?: string;
  /** More words that find it, never shown. */
  also?: string;
  /** It is one's own: before those of others that fit as well. */
  mine?: boolean;
  /** Stands there before anything is typed. */
  first?: boolean;
  /** Whose initials stand before it, instead of its kind's icon. */
  who?: string;
  /** At the end of its line; asked for only while it is shown. */
  aside?: () => Aside | undefined;
  /** The same on the command line, if there is one. */
  cli?: string;
  /** It cannot be undone: said when it is chosen, and done when it is chosen once more. */
  sure?: string;
  run: () => void | Promise<void>;
}
