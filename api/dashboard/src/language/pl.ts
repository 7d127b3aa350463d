/* Polish: the same keys as English, which the compiler checks. Loaded when it is chosen. */
import polish from '../../../sentences/pl.json';
import type { Catalogue, Sentences } from './en';
import { boards } from './pl/boards';
import { calendar } from './pl/calendar';
import { chart } from './pl/chart';
import { fleet } from './pl/fleet';
import { history } from './pl/history';
import { home } from './pl/home';
import { host } from './pl/host';
import { me } from './pl/me';
import { palette } from './pl/palette';
import { reservation } from './pl/reservation';
import { shell } from './pl/shell';
import { signing } from './pl/signing';
import { system } from './pl/system';
import { violations } from './pl/violations';
import { wall } from './pl/wall';

export const pl: Catalogue = { ...shell, ...palette, ...signing, ...home, ...calendar, ...chart, ...fleet, ...host, ...boards, ...wall, ...me, ...system, ...violations, ...reservation, ...history };
export const sentences: Sentences = polish;
