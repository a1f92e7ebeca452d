import { describe, expect, test } from 'vitest';
import { filesFromList, filesFromPaste, filesFromTransfer } from './dropped.ts';

/** As much of `FileSystemEntry` as is used: a text is a file, an error a file that cannot be read. */
interface Tree {
  [name: string]: Tree | string | Error;
}

function entriesOf(tree: Tree, parent = ''): FileSystemEntry[] {
  return Object.entries(tree).map(([name, value]) => {
    const fullPath = `${parent}/${name}`;
    const isFile = typeof value === 'string' || value instanceof Error;
    const entry = {
      name,
      fullPath,
      isFile,
      isDirectory: !isFile,
      file(resolve: (file: File) => void, reject: (error: Error) => void) {
        if (typeof value === 'string') resolve(new File([value], name, { lastModified: 7 }));
        else if (value instanceof Error) reject(value);
      },
      createReader() {
        const children = isFile ? [] : entriesOf(value, fullPath);
        // Browsers give at most 100 entries a call, and an empty list at the end.
        return { readEntries: (resolve: (list: FileSystemEntry[]) => void) => resolve(children.splice(0, 100)) };
      },
    };
    return entry as unknown as FileSystemEntry;
  });
}

interface Item {
  kind: string;
  webkitGetAsEntry: () => FileSystemEntry | null;
  getAsFile: () => File | null;
}

/** Emptied once the handler has returned, as browsers do. */
function transferOf(items: Item[]): DataTransfer {
  const transfer = { items: items.slice() };
  queueMicrotask(() => {
    transfer.items.length = 0;
    for (const item of items) {
      item.webkitGetAsEntry = () => null;
      item.getAsFile = () => null;
    }
  });
  return transfer as unknown as DataTransfer;
}

const entryItem = (entry: FileSystemEntry): Item => ({
  kind: 'file',
  webkitGetAsEntry: () => entry,
  getAsFile: () => null,
});
const fileItem = (file: File): Item => ({ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file });
const textItem: Item = { kind: 'string', webkitGetAsEntry: () => null, getAsFile: () => null };

async function dropTree(tree: Tree) {
  return filesFromTransfer(transferOf([textItem, ...entriesOf(tree).map(entryItem)]));
}

describe('a drop', () => {
  test('of folders and files gives every file with its path, in natural order', async () => {
    const { files, refusals } = await dropTree({
      log: { plugins: { profile: { run: { 'host.xplane.pb': 'x', 'host.trace.json.gz': 't' } } }, empty: {} },
      'memory_10.prof': 'b',
      'memory_9.prof': 'a',
    });
    expect(files.map((file) => file.path)).toEqual([
      'log/plugins/profile/run/host.trace.json.gz',
      'log/plugins/profile/run/host.xplane.pb',
      'memory_9.prof',
      'memory_10.prof',
    ]);
    expect(files[2].lastModified).toBe(7);
    expect(await new Response(files[2].source.stream()).text()).toBe('a');
    expect(refusals).toEqual([]);
  });

  test('of a folder with more files than one listing gives is complete', async () => {
    const many = Object.fromEntries(Array.from({ length: 1234 }, (_, i) => [`${i}.prof`, 'x']));
    const { files } = await dropTree({ many });
    expect(files).toHaveLength(1234);
  });

  test('of deep folders needs no stack', async () => {
    let deep: Tree = { 'a.prof': 'x' };
    for (let i = 0; i < 2000; i++) deep = { d: deep };
    const { files } = await dropTree(deep);
    expect(files).toHaveLength(1);
  });

  test('names what the browser cannot read, and gives the rest', async () => {
    const { files, refusals } = await dropTree({ log: { bad: new Error('not allowed'), good: 'x' } });
    expect(files.map((file) => file.path)).toEqual(['log/good']);
    expect(refusals).toMatchObject([{ file: 'log/bad', code: 'unreadable' }]);
    expect(refusals[0].reason).toContain('not allowed');
  });

  test('of files without entries gives the files', async () => {
    const { files } = await filesFromTransfer(transferOf([fileItem(new File(['x'], 'memory.prof'))]));
    expect(files.map((file) => file.path)).toEqual(['memory.prof']);
  });
});

test('a paste gives its files, and none where it is text', async () => {
  const event = (items: Item[] | null): ClipboardEvent =>
    ({ clipboardData: items && transferOf(items) }) as unknown as ClipboardEvent;
  const pasted = await filesFromPaste(event([fileItem(new File(['x'], 'a.prof'))]));
  expect(pasted.files.map((file) => file.path)).toEqual(['a.prof']);
  expect(await filesFromPaste(event([textItem]))).toEqual({ files: [], refusals: [] });
  expect(await filesFromPaste(event(null))).toEqual({ files: [], refusals: [] });
});

test('a picker gives its files, with paths where a folder was picked', () => {
  const inFolder = Object.defineProperty(new File([''], 'b'), 'webkitRelativePath', { value: 'log/b' });
  const files = filesFromList([new File([''], 'step_10'), new File([''], 'step_9'), inFolder]);
  expect(files.map((file) => file.path)).toEqual(['log/b', 'step_9', 'step_10']);
});

test('a name that hides its end or reads backwards is shown for what it is', () => {
  const [{ path }] = filesFromList([new File(['x'], 'profile\u202Ezg.rat\u200B')]);
  expect(path).toBe('profile\uFFFDzg.rat\uFFFD');
});
