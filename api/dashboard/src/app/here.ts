/* Is a place of the navigation where we are, or above it? */
export function isHere(place: string, path: string): boolean {
  if (place === '/') return path === '/';
  return path === place || path.startsWith(`${place}/`);
}
