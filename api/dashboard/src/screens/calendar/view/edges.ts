/* A drag that comes close to the upper or lower edge scrolls on. */
const ZONE = 28;
const STEP = 12;

export function scrollWhileDragging(scroller: HTMLElement, event: PointerEvent, covered: number): void {
  const box = scroller.getBoundingClientRect();
  if (event.clientY < box.top + covered + ZONE) scroller.scrollTop -= STEP;
  else if (event.clientY > box.bottom - ZONE) scroller.scrollTop += STEP;
}
