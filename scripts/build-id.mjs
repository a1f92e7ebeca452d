/** The build id: what the page, links, pictures and reports carry, so that a bug report names the code it saw. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * @returns {string} `0.1.0-1a2b3c4`; `-changed` follows where tracked files differ from that commit, and
 *   `0.1.0-dev` stands where there is no repository or no git.
 */
export function buildId() {
  return `${version()}-${commit()}`;
}

/** @returns {string} */
function version() {
  const manifest = readFileSync(path.join(root, 'package.json'), 'utf8');
  return /** @type {{ version: string }} */ (JSON.parse(manifest)).version;
}

/** @returns {string} */
function commit() {
  try {
    return execFileSync('git', ['describe', '--always', '--exclude=*', '--abbrev=7', '--dirty=-changed'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      // An unpacked archive may lie inside somebody else's repository: that one's commit says nothing of this code.
      env: { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(root) },
    }).trim();
  } catch {
    return 'dev';
  }
}
