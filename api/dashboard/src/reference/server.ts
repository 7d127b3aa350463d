/* The contract names its server by the way from itself to the root ("../.."): what a reader sees is the whole address. Pure. */
export function withServer(contract: string, page: string): string {
  const root = new URL('.', page).href.replace(/\/$/, '');
  return contract.replace(/^( *- url: )\.\.\/\.\.$/m, (_, before: string) => before + root);
}
