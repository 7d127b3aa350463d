/* One demo fleet for all files: each file's server connects to it. Jobs on gpu03 belong to
   violations.test.ts, those on gpu02 to calendar_past.test.ts; gpu01 stays idle. */
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
