/* Polish: the same keys as English, which the compiler checks. Loaded when it is chosen. */
import type { Catalogue } from './en';
import { calendar } from './pl/calendar';
import { home } from './pl/home';
import { palette } from './pl/palette';
import { shell } from './pl/shell';
import { signing } from './pl/signing';

export const pl: Catalogue = { ...shell, ...palette, ...signing, ...home, ...calendar };
