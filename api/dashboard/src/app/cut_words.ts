/* What is cut off with an ellipsis says the whole of it to the pointer, wherever it is: looked at when it is pointed at. What has
   a title of its own keeps it. */
const given = new WeakSet<Element>();

const isCut = (one: HTMLElement): boolean => one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow === 'ellipsis';

export function tellCut(event: PointerEvent): void {
  if (!(event.target instanceof HTMLElement)) return;
  for (const one of [event.target, event.target.parentElement]) {
    if (one === null || (one.title !== '' && !given.has(one))) continue;
    if (isCut(one)) {
      given.add(one);
      one.title = one.innerText.trim().replaceAll(/\s+/g, ' ');
    } else if (given.has(one)) one.removeAttribute('title');
  }
}
