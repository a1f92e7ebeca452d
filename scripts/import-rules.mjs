/**
 * Who may import whom: the table of ARCHITECTURE.md as rules for dependency-cruiser.
 *
 * Each room names what it may import. What it does not name is a fault, its own files excepted, so that a new folder
 * in `src/` is in nobody's reach until a row says so.
 */

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/** The one file of `input/` that a format reader needs. */
const STREAM_TYPES = 'src/input/types\\.ts$';

/** Not a format but what several are written in. */
const ENCODING = 'src/formats/protobuf/';

/** What the page sees of the workers. */
const WORKER_CLIENT = 'src/worker/(client|compare-client|profile-workers|reduce-client|protocol)\\.ts$';

/** No views of their own but pieces that several use. */
const VIEW_PARTS = 'src/views/(canvas|common)/';

/** What gets files from the browser (a drop, a link, a message), which no worker has: the page hands it to the views. */
const FILE_SOURCES = 'src/input/(dropped|remote|remote-address|sent)\\.ts$';

const FOR_VIEWS = ['src/model/', 'src/state/', 'src/layout/', 'src/share/', 'src/styles/', VIEW_PARTS, WORKER_CLIENT];
const FOR_ENTRY = ['src/model/', 'src/share/', 'src/views/', 'src/state/', 'src/styles/', WORKER_CLIENT, FILE_SOURCES, STREAM_TYPES];

/** @type {{ room: string, files: string, may: string[] }[]} Patterns of paths; `$1` is what `files` captured. */
const ROOMS = [
  { room: 'model', files: 'src/model/', may: ['src/model/'] },
  { room: 'input', files: 'src/input/', may: ['src/input/', 'src/model/'] },
  // The registry stands beside the formats' folders and names them all; a format knows no other.
  { room: 'formats', files: 'src/formats/[^/]+$', may: ['src/formats/', 'src/model/', STREAM_TYPES] },
  { room: 'format', files: 'src/formats/([^/]+)/', may: ['src/formats/$1/', ENCODING, 'src/model/', STREAM_TYPES] },
  { room: 'analysis', files: 'src/analysis/', may: ['src/analysis/', 'src/model/'] },
  {
    room: 'worker',
    files: 'src/worker/',
    may: ['src/worker/', 'src/model/', 'src/input/', 'src/formats/', 'src/analysis/'],
  },
  { room: 'layout', files: 'src/layout/', may: ['src/layout/', 'src/model/'] },
  { room: 'share', files: 'src/share/', may: ['src/share/', 'src/model/', 'src/analysis/', 'src/layout/'] },
  { room: 'state', files: 'src/state/', may: ['src/state/', 'src/model/', 'src/share/'] },
  // The frame of the page stands beside the views' folders and places them; a view knows no other.
  { room: 'views', files: 'src/views/[^/]+$', may: ['src/views/', ...FOR_VIEWS] },
  { room: 'view', files: 'src/views/([^/]+)/', may: ['src/views/$1/', ...FOR_VIEWS] },
  {
    room: 'cli',
    files: 'src/cli/',
    may: ['cli', 'model', 'input', 'formats', 'analysis', 'worker', 'layout', 'share'].map((name) => `src/${name}/`),
  },
  { room: 'entry', files: 'src/[^/]+$', may: ['src/[^/]+$', ...FOR_ENTRY] },
];

/** Where the browser or Node starts: these are imported by nobody, and everything else is reached from them. */
export const ENTRIES = [
  '^src/(main|report)\\.tsx$',
  '^src/service-worker\\.ts$',
  '^src/worker/[^/]+\\.worker\\.ts$',
  '^src/cli/main\\.ts$',
];

/** Tests, and what they share: they may import what they like, and nobody else imports them. */
export const TESTS = /\.test\.tsx?$|\/testing\//;

/** Files that only describe what others bring along. */
const AMBIENT = '\\.d\\.ts$';

/** @returns {Rule[]} */
function roomRules() {
  return ROOMS.map(({ room, files, may }) => ({
    name: `room-${room}`,
    severity: 'error',
    from: { path: `^${files}` },
    to: { path: '^src/', pathNot: may.map((pattern) => `^${pattern}`) },
  }));
}

/** @type {Rule[]} */
export const RULES = [
  ...roomRules(),
  {
    name: 'only-src',
    comment: 'The product knows nothing of its fixtures, benchmarks, tests and scripts.',
    severity: 'error',
    from: { path: '^src/' },
    to: { dependencyTypes: ['local'], pathNot: '^src/' },
  },
  {
    name: 'no-tests',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: TESTS.source },
  },
  { name: 'no-cycle', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
  {
    name: 'no-dead-module',
    comment: 'Neither the page, nor a worker, nor the command line reaches it.',
    severity: 'error',
    from: { path: ENTRIES },
    to: { path: '^src/', pathNot: [AMBIENT, ...ENTRIES], reachable: false },
  },
  { name: 'not-found', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'react-in-views',
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/views/', '^src/(main|report)\\.tsx$'] },
    to: { path: '(^|/)node_modules/(@types/)?react(-dom)?/' },
  },
  {
    name: 'zustand-in-state-and-views',
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/state/', '^src/views/'] },
    to: { path: '(^|/)node_modules/zustand/' },
  },
  {
    name: 'protobufjs-minimal',
    comment: 'The full build compiles code from text, which the content policy forbids.',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '(^|/)node_modules/protobufjs/', pathNot: 'node_modules/protobufjs/minimal\\.' },
  },
  {
    name: 'node-in-cli',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/cli/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-dev-dependency',
    severity: 'error',
    from: { path: '^src/' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
  },
];
