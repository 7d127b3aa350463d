/* A screen's dialog requested by the address: `/system?new=host` opens it. The query is removed so
   that a reload does not open it again. */
import { router, setQuery } from './router.svelte';

/** Call in an effect. */
export function onDialogRequest(what: string, open: () => void): void {
  if (router.query.get('new') !== what) return;
  setQuery({ new: null });
  open();
}
