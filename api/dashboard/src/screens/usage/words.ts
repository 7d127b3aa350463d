/* Figures of the report as the screen says them. */
import { gpuHoursText, hoursChangeText } from '../../lib/format';
import { preferences } from '../../page/preferences.svelte';

/** Below three minutes of a GPU nothing is worth a word. */
export const worthS = 180;

export const hours = (seconds: number): string => gpuHoursText(seconds, preferences.reader);

export const changeText = (seconds: number): string => hoursChangeText(seconds, preferences.reader);
