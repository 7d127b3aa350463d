/* Makes scrollable areas reachable by the keyboard, but no tab stop while all of it is visible. Cut
   edges fade out (`data-more`, see controls.css), so that no line or letter is cut in half. */
export function scrolls(element: HTMLElement): () => void {
  const fade = (): void => {
    const below = element.scrollHeight - element.clientHeight - element.scrollTop > 1;
    const aside = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft) > 1;
    if (below || aside) element.dataset['more'] = below ? 'below' : 'aside';
    else delete element.dataset['more'];
  };
  const look = (): void => {
    const more =
      element.scrollHeight > element.clientHeight + 1 ||
      element.scrollWidth > element.clientWidth + 1;
    if (more) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
    fade();
  };
  const size = new ResizeObserver(look);
  const content = new MutationObserver(look);
  size.observe(element);
  content.observe(element, { childList: true, subtree: true });
  element.addEventListener('scroll', fade, { passive: true });
  return () => {
    size.disconnect();
    content.disconnect();
    element.removeEventListener('scroll', fade);
  };
}
