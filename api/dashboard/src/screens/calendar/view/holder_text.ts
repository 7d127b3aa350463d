/* The holder of blocking GPUs, and until when; one's own are worded as such. */
import { t } from '../../../language/t.svelte';
import { isMine } from './viewer';

interface Held {
  owner: string;
  ownerName: string;
  /** In words, like the moment. */
  gpus: string;
  until: string;
}

export const heldText = ({ owner, ownerName, gpus, until }: Held): string =>
  isMine({ owner })
    ? t('calendar.iHold', { gpus, until })
    : t('calendar.holds', { who: ownerName, gpus, until });
