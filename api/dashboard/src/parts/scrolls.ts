/* What scrolls can be reached by the keyboard, but is no tab stop while all of it is to be seen. */
export function scrolls(element: HTMLElement): () => void {
  const look = (): void => {
    const more = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
    if (more) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  const size = new ResizeObserver(look);
  const content = new MutationObserver(look);
  size.observe(element);
  content.observe(element, { childList: true, subtree: true });
  return () => {
    size.disconnect();
    content.disconnect();
  };
}
