/* English: the parts put together. What is a key here must be one in every language. */
import { calendar } from './en/calendar';
import { home } from './en/home';
import { palette } from './en/palette';
import { shell } from './en/shell';
import { signing } from './en/signing';
import type { Message } from './message';

export const en = { ...shell, ...palette, ...signing, ...home, ...calendar };
export type Catalogue = Record<keyof typeof en, Message>;
