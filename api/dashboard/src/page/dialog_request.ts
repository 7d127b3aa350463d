/* What an address asks a screen to begin with: `/system?new=host` opens the dialog, and is taken out of the
   address so that a reload does not open it again. */
import { router, setQuery } from './router.svelte';

/** In an effect. */
export function whenWanted(what: string, open: () => void): void {
  if (router.query.get('new') !== what) return;
  setQuery({ new: null });
  open();
}
