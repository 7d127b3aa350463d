/* English: the parts put together. What is a key here must be one in every language. */
import english from '../../../sentences/en.json';
import { boards } from './en/boards';
import { calendar } from './en/calendar';
import { chart } from './en/chart';
import { fleet } from './en/fleet';
import { history } from './en/history';
import { home } from './en/home';
import { host } from './en/host';
import { me } from './en/me';
import { palette } from './en/palette';
import { reservation } from './en/reservation';
import { shell } from './en/shell';
import { signing } from './en/signing';
import { system } from './en/system';
import { violations } from './en/violations';
import { wall } from './en/wall';
import type { Message } from './message';

export const en = { ...shell, ...palette, ...signing, ...home, ...calendar, ...chart, ...fleet, ...host, ...boards, ...wall, ...me, ...system, ...violations, ...reservation, ...history };
/** About events; the server says which one, `dibs` has the same words. */
export const sentences = english;
export type Sentences = Record<keyof typeof english, string>;
export type Catalogue = Record<keyof typeof en, Message>;
