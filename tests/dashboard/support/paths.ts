/* Paths. ops/test sets DIBS_ROOT and DIBS_BUILD (as root the tests run in a copy of the tree);
   otherwise the tree of this file and its release build. */
import { join, resolve } from 'node:path';

export const root = process.env['DIBS_ROOT'] ?? resolve(import.meta.dirname, '../../..');
export const programs = process.env['DIBS_BUILD'] ?? join(root, 'build/release');
export const built = process.env['DIBS_DASHBOARD'] ?? join(root, 'build/dashboard');
export const sources = join(root, 'api/dashboard/src');
export const pictures = process.env['DIBS_SCREENSHOTS'] ?? join(root, 'build/screenshots');
