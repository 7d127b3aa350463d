/* English: all parts together, which says what is a key. For the compiler and for tests: the page itself
   has a part when the code that needs it is there. */
import sentences from '../../../sentences/en.json';
import { access } from './en/people/access';
import { accessLater } from './en/people/access_later';
import { account } from './en/people/account';
import { addHost } from './en/fleet/add_host';
import { audit } from './en/reports/audit';
import { begin } from './en/begin';
import { board } from './en/boards/board';
import { boardLater } from './en/boards/board_later';
import { boards } from './en/boards/boards';
import { budgets } from './en/reports/budgets';
import { calendar } from './en/bookings/calendar';
import { calendarLate } from './en/bookings/calendar_late';
import { calendarPhone } from './en/bookings/calendar_phone';
import { chart } from './en/fleet/chart';
import { clash } from './en/fleet/clash';
import { device } from './en/people/device';
import { elsewhere } from './en/people/elsewhere';
import { facts } from './en/reports/facts';
import { fields } from './en/fleet/fields';
import { fleet } from './en/fleet/fleet';
import { health } from './en/fleet/health';
import { help } from './en/bookings/help';
import { history } from './en/reports/history';
import { home } from './en/home';
import { host } from './en/fleet/host';
import { idle } from './en/bookings/idle';
import { invitation } from './en/people/invitation';
import { keys } from './en/keys';
import { levels } from './en/fleet/levels';
import { mails } from './en/people/mails';
import { me } from './en/people/me';
import { offers } from './en/bookings/offers';
import { oneChange } from './en/bookings/one_change';
import { palette } from './en/palette';
import { panels } from './en/boards/panels';
import { passwordLink } from './en/people/password_link';
import { person } from './en/people/person';
import { picture } from './en/people/picture';
import { project } from './en/bookings/project';
import { projectForm } from './en/bookings/project_form';
import { protection } from './en/bookings/protection';
import { protectionForm } from './en/bookings/protection_form';
import { reservation } from './en/bookings/reservation';
import { revert } from './en/reports/revert';
import { rules } from './en/fleet/rules';
import { rulesForm } from './en/fleet/rules_form';
import { secondFactor } from './en/people/second_factor';
import { setup } from './en/people/setup';
import { shell } from './en/shell';
import { signing } from './en/people/signing';
import { signUp } from './en/people/sign_up';
import { stale } from './en/bookings/stale';
import { swap } from './en/bookings/swap';
import { system } from './en/fleet/system';
import { usage } from './en/reports/usage';
import { usageWeek } from './en/reports/usage_week';
import { use } from './en/bookings/use';
import { violations } from './en/reports/violations';
import { wall } from './en/boards/wall';
import { welcome } from './en/people/welcome';
import { words } from './en/words';
import type { Same } from './message';

export const en = {
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
export { sentences };
export type Sentences = Record<keyof typeof sentences, string>;
export type Catalogue = Same<typeof en>;
