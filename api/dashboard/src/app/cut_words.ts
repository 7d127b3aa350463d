/* Shows the whole text as a title where an ellipsis cuts it off. Checked when the pointer enters.
   Elements with a title of their own keep it. */
const given = new WeakSet<Element>();

const isCut = (one: HTMLElement): boolean =>
  one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow === 'ellipsis';

export function showCutText(event: PointerEvent): void {
  if (!(event.target instanceof HTMLElement)) return;
  for (const one of [event.target, event.target.parentElement]) {
    if (one === null || (one.title !== '' && !given.has(one))) continue;
    if (isCut(one)) {
      given.add(one);
      one.title = one.innerText.trim().replaceAll(/\s+/g, ' ');
    } else if (given.has(one)) one.removeAttribute('title');
  }
}
