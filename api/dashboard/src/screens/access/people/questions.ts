/* The questions before an account is enabled, disabled, removed or erased. */
import {
  disablePerson,
  enablePerson,
  erasePerson,
  removePerson,
} from '../../../data/access/access';
import type { Person } from '../../../data/types';
import { t } from '../../../language/t.svelte';
import { navigate } from '../../../page/router.svelte';
import type { Question } from '../access.svelte';

export function enabling({ id, name: who }: Person): Question {
  return {
    title: t('access.enableTitle', { who }),
    text: t('access.enableText'),
    action: t('access.enable'),
    change: enablePerson(id),
    done: t('access.enabled', { who }),
  };
}

export function disabling({ id, name: who }: Person): Question {
  return {
    title: t('access.disableTitle', { who }),
    text: t('access.disableText'),
    action: t('access.disable'),
    change: disablePerson(id),
    done: t('access.disabled', { who }),
    back: () => enablePerson(id).run(),
    danger: true,
  };
}

export function removing({ id, name: who }: Person): Question {
  return {
    title: t('access.removeTitle', { who }),
    text: t('access.removeText'),
    action: t('access.remove'),
    change: removePerson(id),
    done: t('access.removed', { who }),
    danger: true,
    after: () => navigate('/access?show=people', true),
  };
}

export function erasing({ id, name: who, unix_name }: Person): Question {
  return {
    title: t('access.eraseTitle', { who }),
    text: t('access.eraseText'),
    action: t('access.eraseNow'),
    change: erasePerson(id, unix_name),
    done: t('access.erased', { who }),
    danger: true,
    after: () => navigate('/access?show=people', true),
  };
}
