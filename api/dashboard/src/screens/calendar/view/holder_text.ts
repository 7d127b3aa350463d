/* Who holds what is in the way, until when; of one's own said as such. */
import { t } from '../../../language/t.svelte';
import { isMine } from './viewer';

interface Held {
  owner: string;
  ownerName: string;
  /** In words, as the moment. */
  gpus: string;
  until: string;
}

export const heldText = ({ owner, ownerName, gpus, until }: Held): string =>
  isMine({ owner }) ? t('calendar.iHold', { gpus, until }) : t('calendar.holds', { who: ownerName, gpus, until });
