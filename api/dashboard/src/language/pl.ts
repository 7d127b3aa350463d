/* Polish: the same keys as English, which the compiler checks. All of it is loaded when it is chosen. */
import polish from '../../../sentences/pl.json';
import rows from '../../../sentences/server/pl.json';
import type { Catalogue, Sentences } from './en';
import { access } from './pl/people/access';
import { accessLater } from './pl/people/access_later';
import { account } from './pl/people/account';
import { addHost } from './pl/fleet/add_host';
import { audit } from './pl/reports/audit';
import { begin } from './pl/begin';
import { board } from './pl/boards/board';
import { boardLater } from './pl/boards/board_later';
import { boards } from './pl/boards/boards';
import { budgets } from './pl/reports/budgets';
import { calendar } from './pl/bookings/calendar';
import { calendarLate } from './pl/bookings/calendar_late';
import { calendarPhone } from './pl/bookings/calendar_phone';
import { chart } from './pl/fleet/chart';
import { clash } from './pl/fleet/clash';
import { device } from './pl/people/device';
import { elsewhere } from './pl/people/elsewhere';
import { facts } from './pl/reports/facts';
import { fields } from './pl/fleet/fields';
import { fleet } from './pl/fleet/fleet';
import { health } from './pl/fleet/health';
import { help } from './pl/bookings/help';
import { history } from './pl/reports/history';
import { home } from './pl/home';
import { host } from './pl/fleet/host';
import { idle } from './pl/bookings/idle';
import { invitation } from './pl/people/invitation';
import { keys } from './pl/keys';
import { levels } from './pl/fleet/levels';
import { mails } from './pl/people/mails';
import { me } from './pl/people/me';
import { offers } from './pl/bookings/offers';
import { oneChange } from './pl/bookings/one_change';
import { palette } from './pl/palette';
import { panels } from './pl/boards/panels';
import { passwordLink } from './pl/people/password_link';
import { person } from './pl/people/person';
import { picture } from './pl/people/picture';
import { project } from './pl/bookings/project';
import { projectForm } from './pl/bookings/project_form';
import { protection } from './pl/bookings/protection';
import { protectionForm } from './pl/bookings/protection_form';
import { reservation } from './pl/bookings/reservation';
import { revert } from './pl/reports/revert';
import { rules } from './pl/fleet/rules';
import { rulesForm } from './pl/fleet/rules_form';
import { secondFactor } from './pl/people/second_factor';
import { setup } from './pl/people/setup';
import { shell } from './pl/shell';
import { signing } from './pl/people/signing';
import { signUp } from './pl/people/sign_up';
import { stale } from './pl/bookings/stale';
import { swap } from './pl/bookings/swap';
import { system } from './pl/fleet/system';
import { usage } from './pl/reports/usage';
import { usageWeek } from './pl/reports/usage_week';
import { use } from './pl/bookings/use';
import { violations } from './pl/reports/violations';
import { wall } from './pl/boards/wall';
import { welcome } from './pl/people/welcome';
import { words } from './pl/words';
import { telling } from './said';

export const pl: Catalogue = {
  ...access,
  ...accessLater,
  ...account,
  ...addHost,
  ...audit,
  ...begin,
  ...board,
  ...boardLater,
  ...boards,
  ...budgets,
  ...calendar,
  ...calendarLate,
  ...calendarPhone,
  ...chart,
  ...clash,
  ...device,
  ...elsewhere,
  ...facts,
  ...fields,
  ...fleet,
  ...health,
  ...help,
  ...history,
  ...home,
  ...host,
  ...idle,
  ...invitation,
  ...keys,
  ...levels,
  ...mails,
  ...me,
  ...offers,
  ...oneChange,
  ...palette,
  ...panels,
  ...passwordLink,
  ...person,
  ...picture,
  ...project,
  ...projectForm,
  ...protection,
  ...protectionForm,
  ...reservation,
  ...revert,
  ...rules,
  ...rulesForm,
  ...secondFactor,
  ...setup,
  ...shell,
  ...signUp,
  ...signing,
  ...stale,
  ...swap,
  ...system,
  ...usage,
  ...usageWeek,
  ...use,
  ...violations,
  ...wall,
  ...welcome,
  ...words,
};
export const sentences: Sentences = polish;
/** What the server says in English, told in Polish. */
export const told = telling(rows);
