/* The contract names its server relative to itself ("../.."); readers see the whole address.
   Pure. */
export function withServer(contract: string, page: string): string {
  const root = new URL('.', page).href.replace(/\/$/, '');
  return contract.replace(/^( *- url: )\.\.\/\.\.$/m, (_, before: string) => before + root);
}
