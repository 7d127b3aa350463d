/* One demo fleet for all files: each file's server connects to it. Jobs on gpu02 belong to
   calendar_past.test.ts, those on gpu01 to boards.test.ts, as ann's; gpu03 stays idle. */
import type { TestProject } from 'vitest/node';
import { Fleet } from './fleet';

declare module 'vitest' {
  interface ProvidedContext {
    fleet: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const fleet = await Fleet.start();
  project.provide('fleet', fleet.folder);
  return () => fleet.stop();
}
